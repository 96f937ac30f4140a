// Writes a function for every operator, and the layers, from the description that is installed with the library.
#[path = "json.rs"]
mod json;
#[path = "generate_layers.rs"]
mod layers;
#[path = "reserved.rs"]
mod reserved;

use json::Json;
use reserved::RESERVED;
use std::{env, path::Path};

/// The type of an argument, and what C is given for it.
fn argument(param: &Json, name: &str) -> (String, String) {
    let (list, optional) = (param["list"].is_true(), param["optional"].is_true());
    let kind = param["kind"].text();
    if list {
        let (inner, handles) = match kind {
            "tensor" if param["optional_items"].is_true() => ("Option<&Tensor>", true),
            "tensor" => ("&Tensor", true),
            "scalar" => ("Scalar", false),
            "float" => ("f64", false),
            "bool" => ("bool", false),
            _ => ("i64", false),
        };
        let given = match (handles, optional) {
            (true, _) => format!("handles({name}).as_ptr(), {name}.len() as i64"),
            (false, true) => format!("pointer({name}), {name}.map_or(0, |x| x.len() as i64)"),
            (false, false) => {
                format!("{name}.as_ptr(){}, {name}.len() as i64", if kind == "scalar" { ".cast()" } else { "" })
            }
        };
        return (if optional { format!("Option<&[{inner}]>") } else { format!("&[{inner}]") }, given);
    }
    let (plain, given) = match kind {
        "tensor" => ("&Tensor", format!("{name}.raw()")),
        "generator" => ("&Generator", format!("{name}.raw()")),
        "scalar" if optional => return ("Option<Scalar>".into(), format!("{name}.unwrap_or_default().0")),
        "scalar" => return ("impl Into<Scalar>".into(), format!("{name}.into().0")),
        "options" => return ("Options".into(), format!("&{name}.raw()")),
        "float" => ("f64", name.to_string()),
        "bool" => ("bool", name.to_string()),
        "string" => ("&str", format!("c_text({name})?.as_ptr()")),
        "dtype" => ("Dtype", format!("{name}.0")),
        "layout" => ("Layout", format!("{name}.0")),
        "memory_format" => ("MemoryFormat", format!("{name}.0")),
        "device_type" => ("Device", format!("{name}.kind, {name}.index")),
        _ => ("i64", name.to_string()),
    };
    if !optional {
        return (plain.into(), given);
    }
    let given = match kind {
        "tensor" | "generator" => format!("{name}.map_or(null_mut(), |x| x.raw())"),
        "float" | "bool" | "int" => format!("{name}.as_ref().map_or(null(), |x| x as *const _)"),
        "string" => format!("optional_c_text({name})?.as_ref().map_or(null(), |x| x.as_ptr())"),
        "device_type" => format!("{name}.map_or(-1, |x| x.kind), {name}.map_or(-1, |x| x.index)"),
        _ => format!("{name}.map_or(-1, |x| x.0)"),
    };
    (format!("Option<{plain}>"), given)
}

/// The variable for an output, its type for the caller, and what the caller is given.
fn result(param: &Json, name: &str) -> (String, &'static str, String) {
    match (param["kind"].text(), param["type"].text()) {
        ("tensor", _) => (format!("let mut {name} = null_mut();"), "Tensor", format!("Tensor::from_raw({name})")),
        ("tensor_list", _) => (format!("let mut {name} = null_mut();"), "Vec<Tensor>", format!("taken({name})?")),
        ("bool", _) => (format!("let mut {name} = false;"), "bool", name.to_string()),
        ("float", _) => (format!("let mut {name} = 0.0;"), "f64", name.to_string()),
        (_, "int32_t *") => (format!("let mut {name} = 0i32;"), "i32", name.to_string()),
        _ => (format!("let mut {name} = 0i64;"), "i64", name.to_string()),
    }
}

fn function(one: &Json) -> String {
    let (mut params, mut given, mut places, mut kinds, mut values) = (vec![], vec![], vec![], vec![], vec![]);
    let method = one["operator"]["method"].is_true();
    for param in one["params"].list() {
        let mut name = param["name"].text().to_string();
        if RESERVED.contains(&name.as_str()) && !(name == "self" && method) {
            name.push('_');
        }
        if param["direction"].text() == "out" {
            let (place, kind, value) = result(param, &name);
            given.push(format!("&mut {name}"));
            places.push(place);
            kinds.push(kind);
            values.push(value);
        } else if !["length", "device_index"].contains(&param["kind"].text()) {
            let (kind, passed) = argument(param, &name);
            params.push(if name == "self" { "&self".into() } else { format!("{name}: {kind}") });
            given.push(passed);
        }
    }
    let name = one["name"].text().strip_prefix("ptc_").unwrap();
    let name = if RESERVED.contains(&name) { format!("{name}_") } else { name.to_string() };
    let (mut returned, mut value) = (kinds.join(", "), values.join(", "));
    if kinds.len() != 1 {
        (returned, value) = (format!("({returned})"), format!("({value})"));
    }
    format!(
        "    /// {}\n    ///\n    /// `{}`\n    pub fn {name}({}) -> Result<{returned}> {{\n        unsafe {{\n            {}\n            check({}({}))?;\n            Ok({value})\n        }}\n    }}\n",
        one["summary"].text().replace('[', "\\[").replace(']', "\\]"),
        one["operator"]["schema"].text(),
        params.join(", "),
        places.join("\n            "),
        one["name"].text(),
        given.join(", "),
    )
}

fn constants(api: &Json, name: &str, kind: &str) -> String {
    let found = api["enums"].list().iter().find(|one| one["name"].text() == name).unwrap();
    let one = |value: &Json| {
        format!(
            "    pub const {}: {kind} = {kind}({});\n",
            value["short"].text().to_uppercase(),
            value["value"].number()
        )
    };
    let all: String = found["values"].list().iter().map(one).collect();
    format!("impl {kind} {{\n{all}}}\n")
}

fn main() {
    let path = env::var("DEP_PYTORCH_C_API").unwrap();
    let api = Json::parse(&std::fs::read_to_string(&path).unwrap());
    let operators = || api["functions"].list().iter().filter(|one| one.get("operator").is_some());
    let of = |method| {
        operators().filter(|one| one["operator"]["method"].is_true() == method).map(function).collect::<String>()
    };
    let mut text = format!(
        "impl Tensor {{\n{}}}\n/// Operators that are no methods.\npub mod ops {{\n    use super::*;\n{}}}\n",
        of(true),
        of(false)
    );
    for (name, kind) in [("ptc_dtype", "Dtype"), ("ptc_layout", "Layout"), ("ptc_memory_format", "MemoryFormat")] {
        text += &constants(&api, name, kind);
    }
    let out = env::var("OUT_DIR").unwrap();
    std::fs::write(Path::new(&out).join("ops.rs"), text).unwrap();
    std::fs::write(Path::new(&out).join("layers.rs"), layers::text(&api)).unwrap();
    for flag in env::var("DEP_PYTORCH_C_FLAGS").unwrap().split_whitespace() {
        println!("cargo:rustc-link-arg={flag}");
    }
    println!("cargo:rerun-if-changed={path}");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=generate_layers.rs");
}
