//! The Rust binding, against the installed files. One test at a time: they count what is alive.
use pytorch_c::{jit::Value, raw, *};
use std::sync::{atomic::*, Arc, Mutex, MutexGuard};

/// Holds the other tests back, and compares what is alive at its end.
struct Alone(#[allow(dead_code)] MutexGuard<'static, ()>, i64);

fn alone() -> Alone {
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    check_versions().unwrap();
    Alone(guard, unsafe { raw::ptc_live_handles() })
}
impl Drop for Alone {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(unsafe { raw::ptc_live_handles() }, self.1, "handles that a test left open");
        }
    }
}

const PROGRAM: &str = r#"
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {"y": y, "x": x}, [1.5], (n, [x, y], "text", [2, 3], [True], complex(1.0, 2.0))
"#;

fn matrix() -> Tensor {
    Tensor::new(&[1f32, 2., 3., 4.], &[2, 2]).unwrap()
}

#[test]
fn operators_compute() -> Result<()> {
    let _alone = alone();
    let a = matrix();
    assert_eq!((&a.mm(&a)? + &a)?.to_vec::<f32>()?, [8., 12., 18., 26.]);
    assert_eq!(a.sum_dim_IntList(Some(&[1]), true, None)?.size()?, [2, 1]);
    assert_eq!(a.sum(Some(Dtype::FLOAT64))?.dtype()?, Dtype::FLOAT64);
    let (values, indices) = a.max_dim(1, false)?;
    assert_eq!((values.to_vec::<f32>()?, indices.to_vec::<i64>()?), (vec![2., 4.], vec![1, 1]));
    assert_eq!(a.split_Tensor(1, 0)?.len(), 2);
    assert_eq!(ops::cat(&[&a, &a], 1)?.size()?, [2, 4]);
    assert_eq!(a.div_Tensor_mode(&a, Some("floor"))?.sum(None)?.item()?.number(), 4.0);
    assert_eq!(Tensor::new(&[1i64], &[1])?.add_Scalar(1, 1)?.dtype()?, Dtype::INT64);
    let picked = a.index_Tensor(&[None, Some(&Tensor::new(&[1i64], &[1])?)])?;
    assert_eq!(picked.to_vec::<f32>()?, [2., 4.]);
    let out = ops::empty_memory_format(&[2, 2], Default::default(), None)?;
    a.mm_out(&a, &out)?;
    assert_eq!(out.to_vec::<f32>()?, [7., 10., 15., 22.]);
    assert!(format!("{a}").contains("CPUFloatType{2,2}"));
    assert_eq!(
        ops::randn_generator(&[3], Some(&Generator::new(1)?), Default::default())?.to_vec::<f32>()?,
        ops::randn_generator(&[3], Some(&Generator::new(1)?), Default::default())?.to_vec::<f32>()?
    );
    Ok(())
}

#[test]
fn errors_are_results() -> Result<()> {
    let _alone = alone();
    let error = matrix().mm(&Tensor::new(&[1f32, 2., 3.], &[1, 3])?).unwrap_err();
    assert_eq!(error.message, "mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)");
    assert_eq!(error.kind, raw::PTC_ERROR_RUNTIME);
    assert!(matrix().div_Tensor_mode(&matrix(), Some("a\0b")).unwrap_err().message.contains("NUL"));
    assert!(matrix().to_vec::<i64>().is_err() && Tensor::from_vec(vec![1f32], &[2]).is_err());
    Ok(())
}

#[test]
fn memory_is_shared() -> Result<()> {
    let _alone = alone();
    let numbers = vec![1f32, 2., 3.];
    let address = numbers.as_ptr();
    let a = Tensor::from_vec(numbers, &[3])?;
    let view = a.slice_Tensor(0, Some(1), None, 1)?;
    assert_eq!(unsafe { a.as_slice::<f32>()?.as_ptr() }, address);
    a.add__Scalar(1, 1)?;
    drop(a);
    assert_eq!(unsafe { view.as_slice::<f32>()? }, [3., 4.]);
    assert!(unsafe { matrix().t()?.as_slice::<f32>() }.is_err());
    let far = std::thread::spawn(move || view.sum(None)?.item()).join().unwrap()?;
    assert_eq!(far.number(), 7.0);
    Ok(())
}

#[test]
fn gradients_and_hooks() -> Result<()> {
    let _alone = alone();
    let w = Tensor::new(&[3f32], &[1])?;
    w.set_requires_grad(true)?;
    let hook = w.register_hook(|grad| Ok(Some(grad.mul_Scalar(10)?)))?;
    (&w * &w)?.backward()?;
    assert_eq!(w.grad()?.unwrap().item()?.number(), 60.0);
    hook.remove();
    let hook = w.register_hook(|_| Err(Error { kind: raw::PTC_ERROR_VALUE, message: "mine".into() }))?;
    assert_eq!((&w * &w)?.backward(), Err(Error { kind: raw::PTC_ERROR_VALUE, message: "mine".into() }));
    hook.remove();
    let _panicking = w.register_hook(|_| panic!("mine too"))?;
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (&w * &w)?.backward())).unwrap_err();
    assert_eq!(caught.downcast_ref::<&str>(), Some(&"mine too"));
    {
        let _block = no_grad()?;
        assert!(!(&w * &w)?.requires_grad()?);
    }
    {
        let _block = InferenceMode::new()?;
        assert!(!(&w * &w)?.requires_grad()?);
    }
    assert!((&w * &w)?.requires_grad()?);
    Ok(())
}

#[test]
fn optimizers_step() -> Result<()> {
    let _alone = alone();
    let (w, unused) = (Tensor::new(&[1f32], &[1])?, Tensor::new(&[1f32], &[1])?);
    w.set_requires_grad(true)?;
    let mut sgd = optim::Sgd::new(vec![w.share()?, unused.share()?], 0.1, 0.9);
    for _ in 0..2 {
        sgd.zero_grad()?;
        w.sum(None)?.backward()?;
        sgd.step()?;
    }
    assert!((w.item()?.number() - 0.71).abs() < 1e-6 && unused.item()?.number() == 1.0);
    let mut adam = optim::Adam::new(vec![w.share()?], 0.01);
    for _ in 0..2 {
        adam.zero_grad()?;
        w.sum(None)?.backward()?;
        adam.step()?;
    }
    assert!((w.item()?.number() - 0.69).abs() < 1e-6);
    Ok(())
}

#[test]
fn files_come_back() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let _alone = alone();
    let path = std::env::temp_dir().join(format!("pytorch_c_rust_{}.safetensors", std::process::id()));
    save(&path, &[("a\"b", &matrix()), ("n", &Tensor::new(&[7i64], &[])?)])?;
    let found = load(&path)?;
    assert_eq!((found[0].0.as_str(), found[0].1.to_vec::<f32>()?), ("a\"b", vec![1., 2., 3., 4.]));
    assert_eq!((found[1].1.size()?, found[1].1.item()?.int()), (vec![], 7));
    std::fs::write(&path, "no such file")?;
    assert!(load(&path).is_err());
    Ok(std::fs::remove_file(&path)?)
}

#[test]
fn programs_run() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let _alone = alone();
    let functions = jit::compile(PROGRAM)?;
    let f = &functions["f"];
    let dict = Value::Dict(vec![("a".into(), Value::List(vec![matrix().into()])), ("b".into(), Value::List(vec![]))]);
    let found = f.call(&[matrix().into(), dict, 3.into()])?;
    let Value::Tuple(items) = &found else { panic!("{found:?}") };
    let (Some(Value::Tensor(x)), Some(Value::Tensor(y))) = (items[0].get("x"), items[0].get("y")) else {
        panic!("{found:?}")
    };
    assert_eq!((x.to_vec::<f32>()?, y.to_vec::<f32>()?), (vec![1., 2., 3., 4.], vec![6., 12., 18., 24.]));
    assert!(matches!(items[1].item(0), Some(Value::Float(x)) if *x == 1.5));
    let Value::Tuple(rest) = &items[2] else { panic!("{found:?}") };
    assert!(
        matches!(&rest[..3], [Value::Int(3), Value::List(two), Value::Text(text)] if two.len() == 2 && text == "text")
    );
    assert!(matches!(rest[3].item(1), Some(Value::Int(3))) && matches!(rest[4].item(0), Some(Value::Bool(true))));
    assert!(matches!(rest[5], Value::Complex(re, im) if (re, im) == (1., 2.)));

    let none = || Value::Dict(vec![]);
    let wrong = f.call(&[matrix().into(), Value::Dict(vec![("a".into(), Value::List(vec![1.into()]))])]);
    assert!(wrong.unwrap_err().message.contains("argument 'd': value 0: item 0 must be Tensor, not int"));
    assert!(f.call(&[]).unwrap_err().message.contains("argument 'x' is missing"));
    assert!(jit::compile("def g(x):\n  return torch.nope(x)\n").err().unwrap().message.contains("<--- HERE"));
    assert!(Value::Int(1).tensor().is_err());

    let path = std::env::temp_dir().join(format!("pytorch_c_rust_{}.pt", std::process::id()));
    f.module()?.save(&path)?;
    let archive = std::fs::read(&path)?;
    let (loaded, again) = (jit::load(&path, None)?, jit::load_memory(&archive, None)?);
    std::fs::remove_file(&path)?;
    assert_eq!(loaded.methods()?, ["forward"]);
    assert!(loaded.parameters()?.is_empty());
    again.eval()?;
    for one in [&loaded, &again] {
        let found = one.forward(&[matrix().into(), none()])?;
        let Some(Value::Tensor(y)) = found.item(0).and_then(|made| made.get("y")) else { panic!("{found:?}") };
        assert_eq!(y.sum(None)?.item()?.number(), 10.);
    }
    assert!(loaded.method("backward").err().unwrap().message.contains("no method 'backward'"));
    assert!(jit::load(&path, None).err().unwrap().message.contains("No such file"));
    assert!(jit::load_memory(b"no archive", None).err().unwrap().message.contains("no zip file"));
    Ok(())
}

#[test]
fn pressure_is_told() -> Result<()> {
    let _alone = alone();
    let cache = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::new(AtomicI64::new(0));
    let (theirs, count) = (cache.clone(), asked.clone());
    let release = move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        theirs.lock().unwrap().clear();
    };
    on_memory_pressure(Some(Box::new(release)), 1 << 20)?;
    for _ in 0..8 {
        let one = ops::ones(&[1 << 16], Default::default())?;
        cache.lock().unwrap().push(one);
    }
    on_memory_pressure(None, 0)?;
    assert!(asked.load(Ordering::SeqCst) > 0 && cache.lock().unwrap().len() < 8);
    Ok(())
}

#[test]
fn modes_are_asked_first() -> Result<()> {
    let _alone = alone();
    let w = ops::ones(&[2, 3], Dtype::FLOAT32.into())?;
    w.set_requires_grad(true)?;
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    let note = move |call: &host::Call| {
        seen.lock().unwrap().push((call.name().to_string(), call.sizes(0)?));
        Ok(())
    };
    let loss = host::with_mode(note, || {
        let loss = matrix().mm(&w)?.sum(None)?;
        loss.backward()?;
        Ok(loss)
    })?;
    let names = |name: &str| asked.lock().unwrap().iter().filter(|one| one.0 == name).count();
    assert_eq!((names("aten::mm"), names("aten::sum")), (2, 1)); // the product, and the gradient of w
    assert!(asked.lock().unwrap().contains(&("aten::mm".into(), Some(vec![2, 2]))));
    let before = asked.lock().unwrap().len();
    loss.relu()?; // the mode is off
    assert_eq!(asked.lock().unwrap().len(), before);

    let refuse = |call: &host::Call| match call.name() {
        "aten::relu" => Err(Error { kind: raw::PTC_ERROR_VALUE, message: "not here".into() }),
        _ => Ok(()),
    };
    let failed = host::with_mode(refuse, || loss.relu()).err().unwrap();
    assert_eq!((failed.kind, failed.message.contains("not here")), (raw::PTC_ERROR_VALUE, true));
    let panics = |_: &host::Call| -> Result<()> { panic!("in a mode") };
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| host::with_mode(panics, || loss.relu())));
    assert_eq!(caught.err().unwrap().downcast_ref::<&str>(), Some(&"in a mode"));
    loss.relu()?;
    Ok(())
}

struct Net {
    fc: nn::Linear,
    norm: nn::LayerNorm,
}
nn::members!(Net: fc, norm);
impl nn::Layer for Net {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        use nn::Layer;
        self.norm.forward(&self.fc.forward(x)?.relu()?)
    }
}

#[test]
fn layers_are_torchs() -> Result<()> {
    use nn::{Layer, Module};
    let _alone = alone();
    let net = Net { fc: nn::Linear::new(2, 3)?, norm: nn::LayerNorm::new(3)? };
    let mut state = net.state_dict()?;
    let names: Vec<_> = state.iter().map(|one| one.0.as_str()).collect();
    assert_eq!(names, ["fc.weight", "fc.bias", "norm.weight", "norm.bias"]);
    state[2].1 = ops::ones(&[2], Options::default())?;
    let failed = net.load_state_dict(&state).err().unwrap();
    assert_eq!(failed.message, "load_state_dict: norm.weight has size [3], not [2]");
    assert!(net.load_state_dict(&[]).is_err());
    net.to(Device { kind: raw::PTC_CPU, index: -1 }, Some(Dtype::FLOAT64))?;
    assert_eq!(net.fc.weight.dtype()?, Dtype::FLOAT64);
    let ones = |size: &[i64], dtype: Dtype| ops::ones(size, dtype.into());
    assert_eq!(net.forward(&ones(&[4, 2], Dtype::FLOAT64)?)?.size()?, [4, 3]);
    let lstm = nn::LSTM::with(3, 4, nn::LSTMOptions { bidirectional: true, ..Default::default() })?;
    let (out, states) = lstm.seq(&ones(&[5, 2, 3], Dtype::FLOAT32)?, None)?;
    assert_eq!(out.size()?, [5, 2, 8]);
    assert_eq!(lstm.seq(&ones(&[1, 2, 3], Dtype::FLOAT32)?, Some(&states))?.0.size()?, [1, 2, 8]);
    Ok(())
}

#[test]
fn rates_change_and_batches_are_rows() -> Result<()> {
    use optim::{Schedule, Sgd};
    let _alone = alone();
    let mut sgd = Sgd::new(vec![], 0.1, 0.0);
    let mut schedule = Schedule::cosine_annealing(&mut sgd, 4, 0.02);
    for rate in [0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06] {
        schedule.step(&mut sgd);
        assert!((sgd.lr - rate).abs() < 1e-6, "{}", sgd.lr);
    }
    sgd.lr = 0.1;
    let mut by = Schedule::lambda(&mut sgd, |epoch| 1.0 / (epoch + 2) as f64);
    assert_eq!(sgd.lr, 0.05);
    by.step(&mut sgd);
    assert!((sgd.lr - 0.1 / 3.0).abs() < 1e-9);
    let rows = || Tensor::new(&[0i64, 1, 2, 3, 4], &[5]);
    let mut loader = data::DataLoader::new(vec![rows()?], 2);
    let found = loader.pass()?.map(|one| one?[0].to_vec::<i64>()).collect::<Result<Vec<_>>>()?;
    assert_eq!(found, [vec![0, 1], vec![2, 3], vec![4]]);
    loader.drop_last = true;
    assert_eq!(loader.batches()?, 2);
    Ok(())
}
