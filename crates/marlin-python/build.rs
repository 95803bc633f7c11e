//! The arguments of the linker for a module that an interpreter loads: macOS needs them.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
