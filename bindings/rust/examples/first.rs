//! A product, a gradient, an error, and memory that goes with its scope:
//! `PYTHON=../../.venv/bin/python cargo run --example first`
use pytorch_c::{fits, live_handles, Result, Tensor};

fn main() -> Result<()> {
    fits()?;
    {
        let a = Tensor::new(&[1., 2., 3., 4.], &[2, 2])?;
        println!("{}", (&a.mm(&a)? + &a)?);

        a.set_requires_grad(true)?;
        a.mm(&a)?.sum()?.backward()?;
        println!("{}", a.grad()?.expect("a gradient"));

        let row = Tensor::new(&[1., 2., 3.], &[1, 3])?;
        println!("error: {}", a.mm(&row).err().expect("shapes that do not fit"));
        let far = std::thread::spawn(move || row.sum()?.item()).join().unwrap()?;
        println!("from another thread: {far}");
    }
    println!("live handles: {}", live_handles());
    Ok(())
}
