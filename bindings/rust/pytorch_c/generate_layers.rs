// Writes a struct for each of the description's layers.
use crate::json::Json;
use std::collections::HashMap;

/// Each word of an expression changed by `change`; those for `or`, `and` and `not` are Rust's.
fn expression(text: &str, change: &dyn Fn(&str) -> String) -> String {
    let (mut out, mut word) = (String::new(), String::new());
    for c in text.replace("not ", "!").chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out += &match word.as_str() {
            "" => String::new(),
            "or" => "||".into(),
            "and" => "&&".into(),
            word if word.starts_with(|c: char| c.is_ascii_digit()) => word.into(),
            word => change(word),
        };
        word.clear();
        out.push(c);
    }
    out.trim_end().to_string()
}

/// A value as an argument or field of this kind.
fn literal(x: &Json, kind: &str) -> String {
    let whole = |x: &Json| format!("{}", x.number() as i64);
    match x {
        Json::Text(text) => format!("{text:?}.into()"),
        Json::Bool(on) => on.to_string(),
        Json::List(all) => format!("vec![{}].into()", all.iter().map(whole).collect::<Vec<_>>().join(", ")),
        _ if kind == "ints" => format!("{}.into()", whole(x)),
        _ if kind == "float" => format!("{:?}", x.number()),
        Json::Number(_) => whole(x),
        _ => "None".into(),
    }
}

struct Layer<'a> {
    one: &'a Json,
    functions: &'a HashMap<&'a str, &'a Json>,
}

impl<'a> Layer<'a> {
    fn name(&self) -> &'a str {
        self.one["name"].text()
    }

    fn tensors(&self) -> Vec<&'a Json> {
        self.one["parameters"].list().iter().chain(self.one["buffers"].list()).collect()
    }

    fn arguments(&self, free: bool) -> Vec<&'a Json> {
        let all = self.one["arguments"].list().iter().enumerate();
        all.filter(|(i, one)| (*i > 0 && one.get("default").is_some()) == free).map(|one| one.1).collect()
    }

    fn is_tensor(&self, name: &str) -> bool {
        self.tensors().iter().any(|one| one["name"].text() == name)
    }

    fn fails(&self) -> bool {
        !self.tensors().is_empty() || self.one.get("recurrent").is_some()
    }

    fn kind(one: &Json) -> &'static str {
        match one["kind"].text() {
            "int" => "i64",
            "float" => "f64",
            "bool" => "bool",
            "string" => "String",
            _ => "Size",
        }
    }

    /// The expression that makes a tensor.
    fn made(&self, one: &Json, maker: &str) -> String {
        let keep = |word: &str| word.to_string();
        let shape: Vec<_> = one["shape"].list().iter().map(|part| part.text()).collect();
        let plain: Vec<_> =
            shape.iter().filter(|part| !part.starts_with('*')).map(|part| expression(part, &keep)).collect();
        let mut size = format!("&[{}]", plain.join(", "));
        if let Some(rest) = shape.iter().find_map(|part| part.strip_prefix('*')) {
            size = format!("&joined({size}, &{rest})");
        }
        let init: Vec<_> = one["init"].list().iter().map(|word| word.text()).collect();
        let fill = match init[..] {
            [name, "weight"] => format!("|x| init::{name}(x, &weight)"),
            [name, given] => format!("|x| init::{name}(x, {given})"),
            _ => format!("init::{}", init[0]),
        };
        let dtype = one.get("dtype").map_or("float32", |x| x.text()).to_uppercase();
        let dtype = if maker == "buffer" { format!("Dtype::{dtype}, ") } else { String::new() };
        let text = format!("{maker}({size}, {dtype}{fill})?");
        match one.get("when") {
            Some(when) => format!("if {} {{ Some({text}) }} else {{ None }}", expression(when.text(), &keep)),
            None => text,
        }
    }

    /// What an operator is given for one of its parameters.
    fn given(&self, param: &Json, value: &Json) -> String {
        let (optional, kind) = (param["optional"].is_true(), param["kind"].text());
        let Json::Text(text) = value else { return literal(value, kind) };
        let tensor = self.tensors().into_iter().find(|one| one["name"].text() == text);
        if let Some(tensor) = tensor {
            return match (tensor.get("when").is_some(), optional) {
                (true, true) => format!("self.{text}.as_ref()"),
                (true, false) => format!("self.{text}.as_ref().unwrap()"),
                (false, true) => format!("Some(&self.{text})"),
                (false, false) => format!("&self.{text}"),
            };
        }
        match text.as_str() {
            "x" => "x".into(),
            "states" if param["list"].is_true() => "&states.iter().collect::<Vec<_>>()".into(),
            "states" => "&states[0]".into(),
            "weights" => "&self.weights.iter().map(|one| &one.1).collect::<Vec<_>>()".into(),
            _ if param["list"].is_true() || kind == "string" => format!("&self.{text}"),
            _ => self.condition(text),
        }
    }

    fn condition(&self, text: &str) -> String {
        expression(text, &|word| match word {
            "training" => "self.training.get()".into(),
            _ => format!("self.{word}"),
        })
    }

    fn call(&self, one: &Json) -> String {
        let function = self.functions[one["function"].text()];
        let params = function["params"].list().iter();
        let params = params.filter(|p| p["direction"].text() != "out" && p["kind"].text() != "length");
        let given: Vec<_> = params.zip(one["arguments"].list()).map(|(p, value)| self.given(p, value)).collect();
        let at = if function["operator"]["method"].is_true() { "Tensor" } else { "ops" };
        let text = format!("{at}::{}({})", &one["function"].text()[4..], given.join(", "));
        match one.get("when") {
            Some(when) => format!("if {} {{ {text}?; }}", self.condition(when.text())),
            None => text,
        }
    }

    fn options(&self) -> String {
        let (name, free) = (self.name(), self.arguments(true));
        if free.is_empty() {
            return String::new();
        }
        let field = |one: &&Json| format!("pub {}: {}", one["name"].text(), Self::kind(one));
        let value = |one: &&Json| format!("{}: {}", one["name"].text(), literal(&one["default"], one["kind"].text()));
        let fields: Vec<_> = free.iter().map(field).collect();
        let values: Vec<_> = free.iter().map(value).collect();
        format!(
            "/// Arguments of [`{name}`] that have a default.\n#[derive(Clone, Debug, PartialEq)]\npub struct {name}Options {{ {} }}\nimpl Default for {name}Options {{ fn default() -> Self {{ Self {{ {} }} }} }}\n",
            fields.join(", "),
            values.join(", ")
        )
    }

    fn constructors(&self) -> String {
        let (name, free, first) = (self.name(), self.arguments(true), self.arguments(false));
        let kind = |one: &Json| match Self::kind(one) {
            kind @ ("Size" | "String") => format!("impl Into<{kind}>"),
            kind => kind.to_string(),
        };
        let params: Vec<_> = first.iter().map(|one| format!("{}: {}", one["name"].text(), kind(one))).collect();
        let words: Vec<_> = first.iter().map(|one| one["name"].text()).collect();
        let mut lines = Vec::new();
        if !free.is_empty() {
            let names: Vec<_> = free.iter().map(|one| one["name"].text()).collect();
            lines.push(format!("let {name}Options {{ {} }} = options;", names.join(", ")));
        }
        for one in self.one["arguments"].list() {
            let word = one["name"].text();
            let given = first.iter().any(|each| each["name"].text() == word);
            let value = if given { format!("Into::<Size>::into({word})") } else { word.to_string() };
            match (one["kind"].text(), one.get("size")) {
                ("ints", Some(size)) => lines.push(format!("let {word} = {value}.many({});", size.number())),
                ("ints", None) => lines.push(format!("let {word} = {value}.0;")),
                ("string", _) if given => lines.push(format!("let {word} = {word}.into();")),
                _ => (),
            }
        }
        for one in self.one["parameters"].list() {
            lines.push(format!("let {} = {};", one["name"].text(), self.made(one, "parameter")));
        }
        for one in self.one["buffers"].list() {
            lines.push(format!("let {} = {};", one["name"].text(), self.made(one, "buffer")));
        }
        let mut fields: Vec<_> = self.fields().into_iter().map(|one| one.0).collect();
        if let Some(recurrent) = self.one.get("recurrent") {
            let gates = recurrent["gates"].number();
            lines.push(format!(
                "let weights = recurrent({gates}, input_size, hidden_size, num_layers, bias, bidirectional)?;"
            ));
        }
        fields.push("training: Cell::new(true)".into());
        let made = format!("{name} {{ {} }}", fields.join(", "));
        let (returned, made, delegated) = match self.fails() {
            true => (format!("Result<{name}>"), format!("Ok({made})"), ""),
            false => (name.to_string(), made, ""),
        };
        let inner = lines.join("\n        ");
        let mut out = format!("impl {name} {{\n");
        if free.is_empty() {
            out += &format!(
                "    pub fn new({}) -> {returned} {{\n        {inner}\n        {made}\n    }}\n}}\n",
                params.join(", ")
            );
        } else {
            let given = [&words[..], &["Default::default()"]].concat().join(", ");
            let more = [&params[..], &[format!("options: {name}Options")]].concat().join(", ");
            out += &format!(
                "    pub fn new({}) -> {returned} {{\n        {name}::with({given}){delegated}\n    }}\n\n    pub fn with({more}) -> {returned} {{\n        {inner}\n        {made}\n    }}\n}}\n",
                params.join(", ")
            );
        }
        if !self.fails() && first.iter().all(|one| one.get("default").is_some()) {
            let values: Vec<_> =
                first.iter().map(|one| literal(&one["default"], one["kind"].text()).replace(".into()", "")).collect();
            out +=
                &format!("impl Default for {name} {{ fn default() -> Self {{ Self::new({}) }} }}\n", values.join(", "));
        }
        out
    }

    /// (name, type) of each field.
    fn fields(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for one in self.one["arguments"].list().iter().filter(|one| !self.is_tensor(one["name"].text())) {
            let kind = Self::kind(one).replace("Size", "Vec<i64>");
            out.push((one["name"].text().to_string(), kind));
        }
        for one in self.tensors() {
            let kind = if one.get("when").is_some() { "Option<Tensor>" } else { "Tensor" };
            out.push((one["name"].text().to_string(), kind.into()));
        }
        if self.one.get("recurrent").is_some() {
            out.push(("weights".into(), "Vec<(String, Tensor)>".into()));
        }
        out
    }

    fn members(&self) -> String {
        if self.one.get("recurrent").is_some() {
            return "self.weights.iter().map(|(name, one)| (name.clone(), Member::Parameter(one))).collect()".into();
        }
        let mut out = "let mut out = Vec::new();".to_string();
        for (kind, all) in [("Parameter", &self.one["parameters"]), ("Buffer", &self.one["buffers"])] {
            for one in all.list() {
                let name = one["name"].text();
                let push = format!("out.push((\"{name}\".to_string(), Member::{kind}(one)));");
                out += &match one.get("when") {
                    Some(_) => format!("\n        if let Some(one) = &self.{name} {{ {push} }}"),
                    None => format!("\n        let one = &self.{name};\n        {push}"),
                };
            }
        }
        if self.tensors().is_empty() {
            return "Vec::new()".into();
        }
        out + "\n        out"
    }

    fn forward(&self) -> String {
        let name = self.name();
        let body: Vec<_> = self.one["forward"].list().iter().map(|one| self.call(one)).collect();
        let Some(recurrent) = self.one.get("recurrent") else {
            return format!(
                "impl Layer for {name} {{\n    fn forward(&self, x: &Tensor) -> Result<Tensor> {{\n        {}\n    }}\n}}\n\n",
                body.join("\n        ")
            );
        };
        let states = recurrent["states"].number() as usize;
        let zeros = "zero_states(x, self.num_layers, self.hidden_size, self.batch_first, self.bidirectional)?";
        let places = &["out", "a", "b"][..states + 1].join(", ");
        let after = &["a", "b"][..states].join(", ");
        format!(
            "impl {name} {{\n    /// The output of each step, and the states after the last; without states they begin with zeros.\n    pub fn seq(&self, x: &Tensor, states: Option<&[Tensor]>) -> Result<(Tensor, Vec<Tensor>)> {{\n        let zeros;\n        let states = match states {{\n            Some(states) => states,\n            None => {{ zeros = [{}]; &zeros }}\n        }};\n        let ({places}) = {}?;\n        Ok((out, vec![{after}]))\n    }}\n}}\n/// Gives the output of each step.\nimpl Layer for {name} {{\n    fn forward(&self, x: &Tensor) -> Result<Tensor> {{\n        Ok(self.seq(x, None)?.0)\n    }}\n}}\n\n",
            vec![zeros; states].join(", "),
            body[0]
        )
    }

    fn text(&self) -> String {
        let name = self.name();
        let public = |name: &str| if name == "weights" { "" } else { "pub " };
        let fields: Vec<_> =
            self.fields().iter().map(|(name, kind)| format!("    {}{name}: {kind},\n", public(name))).collect();
        format!(
            "{}/// torch.nn.{name}: {}\npub struct {name} {{\n{}    training: Cell<bool>,\n}}\n{}impl Module for {name} {{\n    fn members(&self) -> Vec<(String, Member<'_>)> {{\n        {}\n    }}\n\n    fn training(&self) -> Option<&Cell<bool>> {{\n        Some(&self.training)\n    }}\n}}\n{}",
            self.options(),
            self.one["doc"].text(),
            fields.concat(),
            self.constructors(),
            self.members(),
            self.forward()
        )
    }

    fn example(&self, each: &Json) -> String {
        let (name, free, first) = (self.name(), self.arguments(true), self.arguments(false));
        let given = each["arguments"].list();
        let value = |(one, x): (&&Json, &Json)| literal(x, one["kind"].text());
        let plain = |text: String| text.strip_suffix(".into()").map_or(text.clone(), str::to_string);
        let mut words: Vec<_> = first.iter().zip(given).map(value).map(plain).collect();
        for one in first.iter().skip(given.len()) {
            words.push(plain(literal(&one["default"], one["kind"].text())));
        }
        let options: Vec<_> = free
            .iter()
            .zip(given.iter().skip(first.len()))
            .map(|(one, x)| format!("{}: {}", one["name"].text(), value((one, x))))
            .collect();
        let mut maker = "new";
        if !options.is_empty() {
            maker = "with";
            words.push(format!("{name}Options {{ {}, ..Default::default() }}", options.join(", ")));
        }
        let size: Vec<_> = each["input"].list().iter().map(|x| x.number().to_string()).collect();
        let below = each.get("below").map_or(0.0, |x| x.number());
        format!(
            "        (\"{name}\", || Ok(Box::new({name}::{maker}({}){})), &[{}], {below}),\n",
            words.join(", "),
            if self.fails() { "?" } else { "" },
            size.join(", ")
        )
    }
}

/// All of layers.rs.
pub fn text(api: &Json) -> String {
    let functions = api["functions"].list().iter().map(|one| (one["name"].text(), one)).collect();
    let (mut out, mut rows) = (String::new(), String::new());
    for one in api["layers"].list() {
        let layer = Layer { one, functions: &functions };
        out += &layer.text();
        rows.extend(one["examples"].list().iter().map(|each| layer.example(each)));
    }
    out + &format!(
        "/// Name, what makes the layer, size of the input, below.\n#[doc(hidden)]\npub type Example = (&'static str, fn() -> Result<Box<dyn Layer>>, &'static [i64], i64);\n\n/// What the program `layers` runs.\n#[doc(hidden)]\npub fn examples() -> Vec<Example> {{\n    let all: &[Example] = &[\n{rows}    ];\n    all.to_vec()\n}}\n"
    )
}
