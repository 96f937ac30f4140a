// Asks pkg-config where the library is, and declares the whole C ABI from the description that is installed with it.
#[path = "json.rs"]
mod json;
#[path = "reserved.rs"]
mod reserved;

use json::Json;
use reserved::RESERVED;
use std::{collections::HashMap, env, fmt::Write, path::Path, process::Command};

fn pkg_config(arguments: &[&str]) -> String {
    let output = Command::new("pkg-config").args(arguments).arg("pytorch_c").output().expect("pkg-config runs");
    assert!(
        output.status.success(),
        "{}; set PKG_CONFIG_PATH to the folder of pytorch_c.pc",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

/// The C types of the description, by their texts.
struct Types<'a> {
    types: HashMap<&'a str, &'a Json>,
    callbacks: HashMap<&'a str, &'a Json>,
}

impl Types<'_> {
    fn rust(&self, text: &str) -> String {
        let one = self.types[text];
        if let Some(callback) = one.get("callback") {
            let callback = self.callbacks[callback.text()];
            let inner: Vec<_> = callback["params"].list().iter().map(|param| self.rust(param["type"].text())).collect();
            return format!(
                "Option<unsafe extern \"C\" fn({}){}>",
                inner.join(", "),
                self.returned(&callback["returns"])
            );
        }
        let mut out = match one["name"].text() {
            "int32_t" => "i32",
            "int64_t" => "i64",
            "double" => "f64",
            "char" => "c_char",
            "void" => "c_void",
            other => other,
        }
        .to_string();
        for level in 0..one["pointer"].number() as i64 {
            out.insert_str(0, if level == 0 && one["const"] == Json::Bool(true) { "*const " } else { "*mut " });
        }
        out
    }

    fn returned(&self, one: &Json) -> String {
        match one["type"].text() {
            "void" => String::new(),
            text => format!(" -> {}", self.rust(text)),
        }
    }

    fn named(&self, one: &Json) -> String {
        let name = one["name"].text();
        format!("{name}{}: {}", if RESERVED.contains(&name) { "_" } else { "" }, self.rust(one["type"].text()))
    }
}

fn declarations(api: &Json) -> String {
    let types = Types {
        types: api["types"].list().iter().map(|one| (one["text"].text(), one)).collect(),
        callbacks: api["callbacks"].list().iter().map(|one| (one["name"].text(), one)).collect(),
    };
    let mut out = String::new();
    let values = api["enums"].list().iter().flat_map(|one| one["values"].list());
    for one in api["macros"].list().iter().chain(values) {
        let name = one["name"].text();
        match &one["value"] {
            Json::Text(text) => writeln!(out, "pub const {name}: &str = {text:?};"),
            value => writeln!(out, "pub const {name}: i32 = {};", value.number()),
        }
        .unwrap();
    }
    for one in api["handles"].list() {
        let (name, inner) = (one["name"].text(), one["struct"].text());
        writeln!(out, "#[repr(C)]\npub struct {inner} {{\n    private: [u8; 0],\n}}\npub type {name} = *mut {inner};")
            .unwrap();
    }
    for one in api["structs"].list() {
        let fields: Vec<_> =
            one["fields"].list().iter().map(|field| format!("    pub {},\n", types.named(field))).collect();
        writeln!(
            out,
            "/// {}\n#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {} {{\n{}}}",
            one["doc"].text(),
            one["name"].text(),
            fields.concat()
        )
        .unwrap();
    }
    out += "extern \"C\" {\n";
    for one in api["functions"].list() {
        let params: Vec<_> = one["params"].list().iter().map(|param| types.named(param)).collect();
        let returned = types.returned(&one["returns"]);
        writeln!(
            out,
            "    /// {}\n    pub fn {}({}){returned};",
            one["summary"].text(),
            one["name"].text(),
            params.join(", ")
        )
        .unwrap();
    }
    out + "}\n"
}

fn main() {
    let (libs, api) = (pkg_config(&["--libs"]), pkg_config(&["--variable=api"]));
    let text = std::fs::read_to_string(&api).unwrap_or_else(|error| panic!("{api}: {error}"));
    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("raw.rs");
    std::fs::write(out, declarations(&Json::parse(&text))).unwrap();
    for flag in libs.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
            println!("cargo:libdir={folder}");
        }
    }
    println!("cargo:rustc-link-lib=dylib=pytorch_c");
    // For the build script of the crate that links: what its programs need, and where the description is.
    println!(
        "cargo:flags={}",
        libs.split_whitespace().filter(|flag| flag.starts_with("-Wl,")).collect::<Vec<_>>().join(" ")
    );
    println!("cargo:api={api}");
    println!("cargo:rerun-if-changed={api}");
    println!("cargo:rerun-if-changed=json.rs");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
}
