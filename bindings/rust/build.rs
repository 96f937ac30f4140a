// Asks the installed Python package where the library is, and writes the
// declarations of the whole C ABI from its description.
use std::{env, path::Path, process::Command};

fn python(arguments: &[&str]) -> String {
    let program = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{program} cannot be run ({error}); set PYTHON"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

fn main() {
    let libdir = python(&["-m", "pytorch_c.config", "--libdir"]);
    let api = python(&["-m", "pytorch_c.config", "--api"]);
    let raw = python(&["raw.py", &api]);
    std::fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("raw.rs"), raw).unwrap();
    println!("cargo:rustc-link-search=native={libdir}");
    println!("cargo:rustc-link-lib=dylib=pytorch_c");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
    println!("cargo:rerun-if-changed=raw.py");
    println!("cargo:rerun-if-changed={api}");
    println!("cargo:rerun-if-env-changed=PYTHON");
}
