//! TorchScript: `jit::load("model.pt", None)?.forward(&[x.into()])`.
use crate::{c_text, check, raw::*, tensor::taken, Device, Error, Result, Tensor};
use std::{
    collections::BTreeMap,
    ffi::{CStr, CString},
    os::raw::c_char,
    path::Path,
    ptr::{null, null_mut},
    slice,
};

/// An argument or a result, as it is nested.
#[derive(Debug)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// The real and the imaginary part.
    Complex(f64, f64),
    Text(String),
    Tensor(Tensor),
    Device(Device),
    List(Vec<Value>),
    Tuple(Vec<Value>),
    /// Names with their items; of results.
    NamedTuple(Vec<(String, Value)>),
    /// Keys with their values, in the program's order.
    Dict(Vec<(Value, Value)>),
}

macro_rules! values {
    ($($kind:ty: $form:ident),*) => { $(impl From<$kind> for Value {
        fn from(x: $kind) -> Value {
            Value::$form(x.into())
        }
    })* };
}
values!(bool: Bool, i64: Int, i32: Int, f64: Float, &str: Text, String: Text, Tensor: Tensor, Vec<Value>: List);

impl Value {
    /// The tensor that it is; an error for another value.
    pub fn tensor(self) -> Result<Tensor> {
        match self {
            Value::Tensor(tensor) => Ok(tensor),
            other => wrong(format!("the value is no tensor: {other:?}")),
        }
    }

    /// An item of a list or tuple.
    pub fn item(&self, i: usize) -> Option<&Value> {
        match self {
            Value::List(items) | Value::Tuple(items) => items.get(i),
            Value::NamedTuple(items) => items.get(i).map(|(_, value)| value),
            _ => None,
        }
    }

    /// What a Dict has under a text, or a named tuple under a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Dict(pairs) => {
                pairs.iter().find(|(key, _)| matches!(key, Value::Text(text) if text == name)).map(|(_, value)| value)
            }
            Value::NamedTuple(items) => items.iter().find(|(own, _)| own == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

fn wrong<T>(message: String) -> Result<T> {
    Err(Error { kind: PTC_ERROR_VALUE, message })
}

// ---- arguments ----

const NONE: ptc_value = ptc_value { kind: PTC_VALUE_NONE, i: 0, re: 0., im: 0., p: null(), len: 0 };

/// What lists and dicts point at, for one call: the vectors move, and their elements stay.
#[derive(Default)]
struct Kept(Vec<Vec<ptc_value>>);

impl Kept {
    fn all<'a>(&mut self, items: impl Iterator<Item = &'a Value>) -> *const ptc_value {
        let written: Vec<_> = items.map(|one| self.one(one)).collect();
        self.0.push(written);
        self.0[self.0.len() - 1].as_ptr()
    }

    fn one(&mut self, value: &Value) -> ptc_value {
        let at = |kind, p, len: usize| ptc_value { kind, p, len: len as i64, ..NONE };
        match value {
            Value::None => NONE,
            Value::Bool(x) => ptc_value { kind: PTC_VALUE_BOOL, i: *x as i64, ..NONE },
            Value::Int(x) => ptc_value { kind: PTC_VALUE_INT, i: *x, ..NONE },
            Value::Float(x) => ptc_value { kind: PTC_VALUE_FLOAT, re: *x, ..NONE },
            Value::Complex(re, im) => ptc_value { kind: PTC_VALUE_COMPLEX, re: *re, im: *im, ..NONE },
            Value::Text(x) => at(PTC_VALUE_STRING, x.as_ptr().cast(), x.len()),
            Value::Tensor(x) => at(PTC_VALUE_TENSOR, x.raw() as *const _, 0),
            Value::Device(x) => ptc_value { kind: PTC_VALUE_DEVICE, i: x.kind as i64, len: x.index as i64, ..NONE },
            Value::List(x) => at(PTC_VALUE_LIST, self.all(x.iter()).cast(), x.len()),
            Value::Tuple(x) => at(PTC_VALUE_TUPLE, self.all(x.iter()).cast(), x.len()),
            Value::NamedTuple(x) => at(PTC_VALUE_TUPLE, self.all(x.iter().map(|(_, one)| one)).cast(), x.len()),
            Value::Dict(x) => at(PTC_VALUE_DICT, self.all(x.iter().flat_map(|(key, one)| [key, one])).cast(), x.len()),
        }
    }
}

// ---- results ----

/// What a call puts into a value; tensors are taken out of it.
fn result(call: impl FnOnce(*mut ptc_value) -> *const c_char) -> Result<Value> {
    let mut out = NONE;
    check(call(&mut out))?;
    let found = unsafe { read(&mut out) };
    unsafe { ptc_values_close(&mut out, 1) };
    found
}

unsafe fn items<'a, T>(v: &ptc_value, count: i64) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    slice::from_raw_parts_mut(v.p as *mut T, count as usize)
}

unsafe fn read_all(v: &ptc_value, count: i64) -> Result<Vec<Value>> {
    items::<ptc_value>(v, count).iter_mut().map(|one| read(one)).collect()
}

unsafe fn pairs(v: &ptc_value, first: i64) -> Result<Vec<(Value, Value)>> {
    let mut all = read_all(v, first + 2 * v.len)?.into_iter().skip(first as usize);
    Ok(std::iter::from_fn(|| Some((all.next()?, all.next()?))).collect())
}

fn take(place: &mut ptc_tensor) -> Value {
    match std::mem::replace(place, null_mut()) {
        handle if handle.is_null() => Value::None,
        handle => Value::Tensor(unsafe { Tensor::from_raw(handle) }),
    }
}

unsafe fn read(v: &mut ptc_value) -> Result<Value> {
    let list = |found: Vec<Value>| Ok(Value::List(found));
    match v.kind {
        PTC_VALUE_NONE => Ok(Value::None),
        PTC_VALUE_BOOL => Ok(Value::Bool(v.i != 0)),
        PTC_VALUE_INT | PTC_VALUE_DTYPE | PTC_VALUE_LAYOUT | PTC_VALUE_MEMORY_FORMAT => Ok(Value::Int(v.i)),
        PTC_VALUE_FLOAT => Ok(Value::Float(v.re)),
        PTC_VALUE_COMPLEX => Ok(Value::Complex(v.re, v.im)),
        PTC_VALUE_STRING => Ok(Value::Text(String::from_utf8_lossy(items(v, v.len)).into_owned())),
        PTC_VALUE_TENSOR => {
            let mut handle = v.p as ptc_tensor;
            v.p = null();
            Ok(take(&mut handle))
        }
        PTC_VALUE_TENSORS => list(items(v, v.len).iter_mut().map(take).collect()),
        PTC_VALUE_INTS => list(items::<i64>(v, v.len).iter().map(|&x| Value::Int(x)).collect()),
        PTC_VALUE_FLOATS => list(items::<f64>(v, v.len).iter().map(|&x| Value::Float(x)).collect()),
        PTC_VALUE_BOOLS => list(items::<u8>(v, v.len).iter().map(|&x| Value::Bool(x != 0)).collect()),
        PTC_VALUE_DEVICE => Ok(Value::Device(Device { kind: v.i as i32, index: v.len as i32 })),
        PTC_VALUE_LIST => list(read_all(v, v.len)?),
        PTC_VALUE_TUPLE => Ok(Value::Tuple(read_all(v, v.len)?)),
        PTC_VALUE_DICT => Ok(Value::Dict(pairs(v, 0)?)),
        PTC_VALUE_NAMED_TUPLE => {
            let named = |(key, value)| match key {
                Value::Text(name) => (name, value),
                other => (format!("{other:?}"), value),
            };
            Ok(Value::NamedTuple(pairs(v, 1)?.into_iter().map(named).collect()))
        }
        _ => wrong("TorchScript gave an object that has no form in Rust".into()),
    }
}

/// A text that a call puts out, which is freed.
fn text(call: impl FnOnce(*mut *mut c_char) -> *const c_char) -> Result<String> {
    let mut out = null_mut();
    check(call(&mut out))?;
    let found = unsafe { CStr::from_ptr(out) }.to_string_lossy().into_owned();
    unsafe { ptc_string_free(out) };
    Ok(found)
}

fn handle<T>(call: impl FnOnce(*mut *mut T) -> *const c_char) -> Result<*mut T> {
    let mut out = null_mut();
    check(call(&mut out))?;
    Ok(out)
}

// ---- functions and modules ----

/// A compiled function, or a method of a module.
pub struct Function(ptc_jit_function);

// Good for any number of calls, from any thread.
unsafe impl Send for Function {}
unsafe impl Sync for Function {}

impl Drop for Function {
    fn drop(&mut self) {
        unsafe { ptc_jit_function_close(self.0) }
    }
}

impl Function {
    /// Calls it with the arguments of its schema; those missing take their defaults.
    pub fn call(&self, args: &[Value]) -> Result<Value> {
        let mut kept = Kept::default();
        let given = kept.all(args.iter());
        result(|out| unsafe { ptc_jit_call(self.0, given, args.len() as i64, null(), out) })
    }

    pub fn schema(&self) -> Result<String> {
        text(|out| unsafe { ptc_jit_function_schema(self.0, out) })
    }

    pub fn graph(&self) -> Result<String> {
        text(|out| unsafe { ptc_jit_function_graph(self.0, PTC_JIT_GRAPH_PLAIN, out) })
    }

    /// A module whose forward it is: so it is saved.
    pub fn module(&self) -> Result<Module> {
        handle(|out| unsafe { ptc_jit_function_module(self.0, out) }).map(Module)
    }
}

/// A module of an archive, or of a function.
pub struct Module(ptc_jit_module);

// Used and closed on any thread, by one at a time: its tensors may be changed in place.
unsafe impl Send for Module {}

impl Drop for Module {
    fn drop(&mut self) {
        unsafe { ptc_jit_module_close(self.0) }
    }
}

impl Module {
    pub fn method(&self, name: &str) -> Result<Function> {
        let name = c_text(name)?;
        handle(|out| unsafe { ptc_jit_module_method(self.0, name.as_ptr(), out) }).map(Function)
    }

    pub fn forward(&self, args: &[Value]) -> Result<Value> {
        self.method("forward")?.call(args)
    }

    pub fn methods(&self) -> Result<Vec<String>> {
        self.names(PTC_JIT_METHOD, false)
    }

    pub fn attribute(&self, name: &str) -> Result<Value> {
        let name = c_text(name)?;
        result(|out| unsafe { ptc_jit_module_attr(self.0, name.as_ptr(), out) })
    }

    /// By their names; they share memory with the module's.
    pub fn parameters(&self) -> Result<BTreeMap<String, Tensor>> {
        Ok(self.tensors(PTC_JIT_PARAMETER)?.into_iter().collect())
    }

    /// Parameters and buffers, for `load_state_dict` of a module of layers.
    pub fn state_dict(&self) -> Result<Vec<(String, Tensor)>> {
        Ok([self.tensors(PTC_JIT_PARAMETER)?, self.tensors(PTC_JIT_BUFFER)?].into_iter().flatten().collect())
    }

    fn tensors(&self, kind: i32) -> Result<Vec<(String, Tensor)>> {
        let names = self.names(kind, true)?;
        let tensors = handle(|out| unsafe { ptc_jit_module_tensors(self.0, kind, true, out) })?;
        Ok(names.into_iter().zip(taken(tensors)?).collect())
    }

    pub fn train(&self, mode: bool) -> Result<()> {
        check(unsafe { ptc_jit_module_train(self.0, mode) })
    }

    pub fn eval(&self) -> Result<()> {
        self.train(false)
    }

    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = c_path(path.as_ref())?;
        check(unsafe { ptc_jit_save(self.0, path.as_ptr(), null()) })
    }

    fn names(&self, kind: i32, recurse: bool) -> Result<Vec<String>> {
        let found = text(|out| unsafe { ptc_jit_module_names(self.0, kind, recurse, out) })?;
        Ok(found.lines().map(String::from).collect())
    }
}

fn c_path(path: &Path) -> Result<CString> {
    match CString::new(path.as_os_str().as_encoded_bytes()) {
        Ok(text) => Ok(text),
        Err(_) => wrong(format!("the path {path:?} has a NUL in it")),
    }
}

fn place(device: Option<Device>) -> (i32, i32) {
    device.map_or((PTC_UNSET, PTC_UNSET), |one| (one.kind, one.index))
}

/// The module of an archive; its tensors go to the device, or where they were when it was saved.
pub fn load(path: impl AsRef<Path>, device: Option<Device>) -> Result<Module> {
    let (path, (kind, index)) = (c_path(path.as_ref())?, place(device));
    handle(|out| unsafe { ptc_jit_load(path.as_ptr(), kind, index, null(), out) }).map(Module)
}

/// The same of an archive in memory.
pub fn load_memory(archive: &[u8], device: Option<Device>) -> Result<Module> {
    let (data, bytes, (kind, index)) = (archive.as_ptr().cast(), archive.len() as i64, place(device));
    handle(|out| unsafe { ptc_jit_load_memory(data, bytes, kind, index, null(), out) }).map(Module)
}

struct Unit(ptc_jit_unit);
impl Drop for Unit {
    fn drop(&mut self) {
        unsafe { ptc_jit_unit_close(self.0) }
    }
}

/// The functions of a source, by their names.
pub fn compile(source: &str) -> Result<BTreeMap<String, Function>> {
    let source = c_text(source)?;
    let unit = Unit(handle(|out| unsafe { ptc_jit_unit_new(out) })?);
    let found =
        text(|out| unsafe { ptc_jit_unit_define(unit.0, null(), source.as_ptr(), null(), 1, null_mut(), out) })?;
    let function = |name: &str| {
        let text = c_text(name)?;
        let made = handle(|out| unsafe { ptc_jit_unit_function(unit.0, text.as_ptr(), out) })?;
        Ok((name.to_string(), Function(made)))
    };
    found.lines().map(function).collect()
}
