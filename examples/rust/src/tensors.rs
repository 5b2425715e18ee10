//! The tensors of a text, to hold a file to.
use ort::session::SessionInputValue;
use ort::value::{Tensor, TensorElementType};
use std::{collections::HashMap, error::Error, fs};

/// One line of a text: numbers that an index or a float can be made of.
#[derive(Clone)]
pub struct Given {
    pub shape: Vec<i64>,
    pub numbers: Vec<f64>,
}

impl Given {
    pub fn input(&self, of: TensorElementType) -> ort::Result<SessionInputValue<'static>> {
        let shape = self.shape.clone();
        Ok(if of == TensorElementType::Int64 {
            let indices: Vec<i64> = self.numbers.iter().map(|&i| i as i64).collect();
            Tensor::from_array((shape, indices))?.into()
        } else {
            let floats: Vec<f32> = self.numbers.iter().map(|&x| x as f32).collect();
            Tensor::from_array((shape, floats))?.into()
        })
    }
}

/// The tensors of a text, one a line: name, number of dimensions, these, numbers.
pub fn read(path: &str) -> Result<HashMap<String, Given>, Box<dyn Error>> {
    let mut tensors = HashMap::new();
    for line in fs::read_to_string(path)?.lines() {
        let (name, rest) = line.split_once(' ').ok_or("a line without numbers")?;
        let all = rest
            .split(' ')
            .map(str::parse)
            .collect::<Result<Vec<f64>, _>>()?;
        let (shape, numbers) = all[1..].split_at(all[0] as usize);
        let shape = shape.iter().map(|&extent| extent as i64).collect();
        let numbers = numbers.into();
        tensors.insert(name.into(), Given { shape, numbers });
    }
    Ok(tensors)
}

/// Holds a number to what a text says.
pub fn same(name: &str, found: f32, wanted: f64) -> Result<(), Box<dyn Error>> {
    let difference = (f64::from(found) - wanted).abs();
    if difference.is_nan() || difference > 1e-5 + 1e-4 * wanted.abs() {
        return Err(format!("{name} is {found}, expected {wanted}").into());
    }
    Ok(())
}
