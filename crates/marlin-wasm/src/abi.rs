//! The exports of the module, and its imports from the host.
//!
//! | export | effect |
//! |---|---|
//! | `input(length)` | returns the address at which the host writes the bytes of a request or of a book |
//! | `request()` | answers the request there, a text in JSON; returns the length of the answer |
//! | `book()` | reads the book there; returns the length of the answer |
//! | `output()` | returns the address of the answer, a text in JSON, which is valid until the next call |
//!
//! | import | effect |
//! |---|---|
//! | `marlin.now()` | returns the milliseconds since any fixed moment |
//! | `marlin.panicked(address, length)` | takes the message of a defect, which ends the use of the module |
#![expect(unsafe_code, reason = "names that a host finds are declared unsafe; no call here needs a proof")]

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

use crate::Engine;

#[link(wasm_import_module = "marlin")]
// SAFETY: the host does not call back and keeps no address; both functions take and return plain numbers.
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn panicked(address: *const u8, length: usize);
}

/// The engine, and the bytes that go in and out.
struct Module {
    engine: Engine,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static MODULE: RefCell<Module> = {
        marlin_core::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
        panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            panicked(message.as_ptr(), message.len());
        }));
        RefCell::new(Module { engine: Engine::default(), input: Vec::new(), output: String::new() })
    };
}

// SAFETY of the names: no other symbol of the module has one of them.

#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn request() -> usize {
    MODULE.with_borrow_mut(|module| {
        let input = std::mem::take(&mut module.input);
        module.output = module.engine.respond(&String::from_utf8_lossy(&input));
        module.output.len()
    })
}

#[unsafe(no_mangle)]
extern "C" fn book() -> usize {
    MODULE.with_borrow_mut(|module| {
        let input = std::mem::take(&mut module.input);
        module.output = module.engine.respond_to_book(&input);
        module.output.len()
    })
}

#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}
