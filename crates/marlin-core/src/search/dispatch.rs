//! The choice of the node's compiled form, by the number of moves and the CPU level.

use super::node::Node;
use super::poll::Searched;
use super::search_thread::{Observer, SearchThread};
use super::windows::Window;
use crate::cpu::CpuLevel;
use crate::geometry::Layout;
use crate::target::IS_WASM;
use crate::word::Word;

impl<B: Layout, O: Observer<B>> SearchThread<'_, B, O> {
    /// Calls [`Self::negamax`] with the instructions of the CPU, and with four lanes, or with more if the
    /// moves need them. Four lanes suffice for most nodes.
    #[inline(always)]
    pub fn search_node(&mut self, node: &Node<B>, window: Window) -> Searched {
        // The constants keep a board of fewer columns from being compiled for more lanes.
        let moves = node.moves.count_ones();
        let uses_u64 = const { B::Word::BITS == 64 };
        if uses_u64 && (const { B::MAX_WIDTH <= 4 } || moves <= 4) {
            self.search_in_lanes::<4>(node, window)
        } else if uses_u64 && (const { B::MAX_WIDTH <= 8 } || moves <= 8) {
            self.search_in_lanes::<8>(node, window)
        } else if const { B::MAX_WIDTH <= 16 } || !IS_WASM && moves <= 16 {
            self.search_in_lanes::<16>(node, window)
        } else {
            self.search_in_lanes::<32>(node, window)
        }
    }

    /// [`Self::search_node`], with a number of lanes.
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "compiled for the baseline alone, the search takes twice the time")
    )]
    fn search_in_lanes<const L: usize>(&mut self, node: &Node<B>, window: Window) -> Searched {
        // Each level takes seconds to compile. So in builds with debug assertions, unit tests and observed
        // searches have only the baseline, and every other search has one level less.
        if const { cfg!(all(debug_assertions, not(marlin_all_forms))) && (cfg!(test) || O::OBSERVES) } {
            return self.negamax_baseline::<L>(node, window);
        }
        let level: CpuLevel = self.cpu.0;
        match level {
            // Words of 128 bits have no vector code. Sixteen lanes have it only if the height is known,
            // because each form takes long to compile.
            _ if const { B::Word::BITS == 128 || L > 8 && B::HEIGHT.is_none() } => {
                self.negamax_baseline::<L>(node, window)
            }
            // SAFETY: a `Cpu` of this level exists only if the features were detected on the machine.
            #[cfg(all(target_arch = "x86_64", any(not(debug_assertions), marlin_all_forms)))]
            CpuLevel::Avx512 => unsafe { self.negamax_avx512::<L>(node, window) },
            // SAFETY: AVX-512 has the features of the level below it.
            #[cfg(target_arch = "x86_64")]
            _ if level >= CpuLevel::Avx2 => unsafe { self.negamax_avx2::<L>(node, window) },
            _ if const { B::NEEDS_AVX2 } => unreachable!("the layout is of machines with AVX2"),
            _ => self.negamax_baseline::<L>(node, window),
        }
    }

    /// [`Self::negamax`], compiled for every machine.
    fn negamax_baseline<const L: usize>(&mut self, node: &Node<B>, window: Window) -> Searched {
        self.negamax::<L>(node, window)
    }

    /// [`Self::negamax`], compiled for AVX2. The features are those that [`Cpu::available`] requires.
    ///
    /// [`Cpu::available`]: crate::Cpu::available
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn negamax_avx2<const L: usize>(&mut self, node: &Node<B>, window: Window) -> Searched {
        self.negamax::<L>(node, window)
    }

    /// [`Self::negamax`], compiled for AVX-512. The features are those that [`Cpu::available`] requires.
    ///
    /// [`Cpu::available`]: crate::Cpu::available
    #[cfg(all(target_arch = "x86_64", any(not(debug_assertions), marlin_all_forms)))]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
    fn negamax_avx512<const L: usize>(&mut self, node: &Node<B>, window: Window) -> Searched {
        self.negamax::<L>(node, window)
    }
}
