//! Files of named tensors in the format of safetensors, which every binding reads and writes.
use crate::{json::Json, Dtype, Tensor};
use std::{borrow::Borrow, fs, io, path::Path};

const DTYPES: [(&str, Dtype); 10] = [
    ("F64", Dtype::FLOAT64),
    ("F32", Dtype::FLOAT32),
    ("F16", Dtype::FLOAT16),
    ("BF16", Dtype::BFLOAT16),
    ("I64", Dtype::INT64),
    ("I32", Dtype::INT32),
    ("I16", Dtype::INT16),
    ("I8", Dtype::INT8),
    ("U8", Dtype::UINT8),
    ("BOOL", Dtype::BOOL),
];

fn wrong(message: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_string())
}

/// Writes tensors in the order given: `&[("weight", &weight)]`, or `&model.state_dict()?`.
pub fn save<N: AsRef<str>, T: Borrow<Tensor>>(path: impl AsRef<Path>, tensors: &[(N, T)]) -> io::Result<()> {
    let (mut entries, mut data) = (Vec::new(), Vec::new());
    for (name, tensor) in tensors {
        let (name, tensor) = (name.as_ref(), tensor.borrow());
        let dtype = tensor.dtype().map_err(wrong)?;
        let known =
            DTYPES.iter().find(|one| one.1 == dtype).ok_or_else(|| wrong(format!("save: no name for {dtype:?}")))?.0;
        let start = data.len();
        data.extend(tensor.to_bytes().map_err(wrong)?);
        let shape: Vec<_> = tensor.size().map_err(wrong)?.iter().map(i64::to_string).collect();
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        let (shape, end) = (shape.join(","), data.len());
        entries
            .push(format!("\"{name}\":{{\"dtype\":\"{known}\",\"shape\":[{shape}],\"data_offsets\":[{start},{end}]}}"));
    }
    let mut header = format!("{{{}}}", entries.join(","));
    header += &" ".repeat(header.len().wrapping_neg() % 8);
    let mut out = (header.len() as u64).to_le_bytes().to_vec();
    out.extend(header.bytes());
    out.extend(data);
    fs::write(path, out)
}

/// The tensors of a file, in its header's order.
pub fn load(path: impl AsRef<Path>) -> io::Result<Vec<(String, Tensor)>> {
    let content = fs::read(path)?;
    let none = || wrong("load: this is no safetensors file");
    let length = u64::from_le_bytes(content.get(..8).ok_or_else(none)?.try_into().unwrap()) as usize;
    let end = length.checked_add(8).ok_or_else(none)?;
    let text = std::str::from_utf8(content.get(8..end).ok_or_else(none)?).map_err(wrong)?;
    let header = Json::read(text).map_err(|at| wrong(format!("load: the header is wrong at byte {at}")))?;
    let data = &content[end..];
    let mut out = Vec::new();
    for (name, entry) in header.entries().iter().filter(|one| one.0 != "__metadata__") {
        let bad = || wrong(format!("load: the entry of {name:?} is wrong"));
        let dtype = DTYPES.iter().find(|one| one.0 == entry["dtype"].text()).ok_or_else(bad)?.1;
        let numbers = |key| entry[key].list().iter().map(|one| one.number() as i64).collect::<Vec<_>>();
        let (shape, offsets) = (numbers("shape"), numbers("data_offsets"));
        let &[start, end] = &offsets[..] else { return Err(bad()) };
        let bytes = data.get(start as usize..end as usize).ok_or_else(bad)?;
        out.push((name.clone(), Tensor::from_bytes(bytes, &shape, dtype).map_err(wrong)?));
    }
    Ok(out)
}
