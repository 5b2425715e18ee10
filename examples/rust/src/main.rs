//! Predicts with an exported model through ort, the binding to onnxruntime.
use ort::session::{Session, SessionInputValue, SessionOutputs};
use ort::value::Tensor;
use std::{collections::HashMap, env, error::Error, fs};

/// A tensor of numbers that an index or a float can be made of.
struct Golden {
    shape: Vec<i64>,
    numbers: Vec<f64>,
}

/// Returns positions and velocities [batch, particles, 3] one interval later,
/// under the names of the file's outputs.
fn predict<'s>(
    session: &'s mut Session,
    tensors: &HashMap<String, Golden>,
) -> ort::Result<SessionOutputs<'s>> {
    let mut inputs: Vec<(&str, SessionInputValue)> = Vec::new();
    for name in ["position", "velocity", "charge"] {
        let floats: Vec<f32> = tensors[name].numbers.iter().map(|&x| x as f32).collect();
        inputs.push((
            name,
            Tensor::from_array((tensors[name].shape.clone(), floats))?.into(),
        ));
    }
    for name in ["sticks", "hinges"] {
        let indices: Vec<i64> = tensors[name].numbers.iter().map(|&i| i as i64).collect();
        inputs.push((
            name,
            Tensor::from_array((tensors[name].shape.clone(), indices))?.into(),
        ));
    }
    session.run(inputs)
}

fn read_golden(path: &str) -> Result<HashMap<String, Golden>, Box<dyn Error>> {
    let mut tensors = HashMap::new();
    for line in fs::read_to_string(path)?.lines() {
        let (name, rest) = line.split_once(' ').ok_or("a line without numbers")?;
        let all = rest
            .split(' ')
            .map(str::parse)
            .collect::<Result<Vec<f64>, _>>()?;
        let (shape, numbers) = all[1..].split_at(all[0] as usize);
        let shape = shape.iter().map(|&extent| extent as i64).collect();
        tensors.insert(
            name.into(),
            Golden {
                shape,
                numbers: numbers.into(),
            },
        );
    }
    Ok(tensors)
}

fn main() -> Result<(), Box<dyn Error>> {
    let [_, library, model, golden] = env::args()
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "usage: predict LIBRARY MODEL GOLDEN")?;
    let environment = ort::init_from(library)?.build()?;
    let tensors = read_golden(&golden)?;
    let mut session = Session::builder(&environment)?.commit_from_file(model)?;
    let found = predict(&mut session, &tensors)?;
    for name in ["predicted_position", "predicted_velocity"] {
        let (_, numbers) = found[name].try_extract_tensor::<f32>()?;
        for (i, (&x, &wanted)) in numbers.iter().zip(&tensors[name].numbers).enumerate() {
            let difference = (f64::from(x) - wanted).abs();
            if difference.is_nan() || difference > 1e-5 + 1e-4 * wanted.abs() {
                return Err(format!("{name}[{i}] is {x}, expected {wanted}").into());
            }
        }
    }
    println!("rust: the numbers are those of golden.txt");
    Ok(())
}
