//! Batches, in torch's order.
use crate::{ops, Dtype, Generator, Options, Result, Tensor};

/// Batches of the rows of tensors. A shuffled one has a new order in each pass, that of torch's DataLoader with a
/// generator of this seed.
pub struct DataLoader {
    tensors: Vec<Tensor>,
    batch_size: i64,
    generator: Option<Generator>,
    pub drop_last: bool,
}

impl DataLoader {
    pub fn new(tensors: Vec<Tensor>, batch_size: i64) -> DataLoader {
        DataLoader { tensors, batch_size, generator: None, drop_last: false }
    }

    pub fn shuffled(tensors: Vec<Tensor>, batch_size: i64, seed: i64) -> Result<DataLoader> {
        Ok(DataLoader { generator: Some(Generator::new(seed)?), ..DataLoader::new(tensors, batch_size) })
    }

    /// How many batches a pass has.
    pub fn batches(&self) -> Result<i64> {
        let rows = self.tensors[0].size()?[0];
        Ok(if self.drop_last { rows / self.batch_size } else { (rows + self.batch_size - 1) / self.batch_size })
    }

    // torch draws a number for its workers, and at the end an order that nobody takes.
    fn order(&self, rows: i64) -> Result<Tensor> {
        let draw = ops::empty_memory_format(&[], Dtype::INT64.into(), None)?;
        draw.random_(self.generator.as_ref())?;
        if self.generator.is_none() {
            return ops::arange(rows, Options::default());
        }
        let permuted = || ops::randperm_generator(rows, self.generator.as_ref(), Dtype::INT64.into());
        let out = permuted()?;
        permuted()?;
        Ok(out)
    }

    /// A pass: `for batch in loader.pass()? { let batch = batch?; … }`.
    pub fn pass(&self) -> Result<impl Iterator<Item = Result<Vec<Tensor>>> + '_> {
        let rows = self.tensors[0].size()?[0];
        let order = self.order(rows)?;
        Ok((0..self.batches()?).map(move |i| {
            let start = i * self.batch_size;
            let now = order.slice_Tensor(0, Some(start), Some(rows.min(start + self.batch_size)), 1)?;
            self.tensors.iter().map(|one| one.index_select(0, &now)).collect()
        }))
    }
}
