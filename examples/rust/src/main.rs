//! Predicts with any exported file through ort, the binding to onnxruntime:
//! predict LIBRARY (MODEL TENSORS)...
use ort::session::{Session, SessionInputValue};
use ort::value::ValueType;
use predict::tensors::{read, same, Given};
use std::{collections::HashMap, env, error::Error};

/// The inputs of a file as it declares them. What it does not declare, lacks, or declares
/// in another shape is an error; an axis with a name has the same size in all inputs.
fn inputs(
    session: &Session,
    tensors: &HashMap<String, Given>,
) -> Result<Vec<(String, SessionInputValue<'static>)>, Box<dyn Error>> {
    let mut declared: Vec<_> = session.inputs().iter().collect();
    declared.sort_by_key(|input| input.dtype().tensor_shape().map_or(0, |shape| shape.len()));
    let mut sizes: HashMap<String, i64> = HashMap::new();
    let mut inputs = Vec::new();
    for input in declared {
        let name = input.name();
        let given = tensors
            .get(name)
            .ok_or(format!("the file takes {name}, which is not given"))?;
        let ValueType::Tensor {
            ty,
            shape,
            dimension_symbols,
        } = input.dtype()
        else {
            return Err(format!("{name} is no tensor").into());
        };
        let mut fits = shape.len() == given.shape.len();
        for ((&extent, &size), axis) in given
            .shape
            .iter()
            .zip(shape.iter())
            .zip(dimension_symbols.iter())
        {
            let wanted = if axis.is_empty() {
                size
            } else {
                *sizes.entry(axis.clone()).or_insert(extent)
            };
            fits = fits && extent == wanted;
        }
        if !fits {
            return Err(
                format!("{name} has the shape {:?}: expected {shape:?}", given.shape).into(),
            );
        }
        if given.shape.is_empty() {
            sizes.insert(name.into(), given.numbers[0] as i64);
        }
        inputs.push((name.to_string(), given.input(*ty)?));
    }
    let known = session.inputs().iter().chain(session.outputs());
    let known: Vec<&str> = known.map(|outlet| outlet.name()).collect();
    match tensors.keys().find(|name| !known.contains(&name.as_str())) {
        Some(unknown) => Err(format!("the file takes no {unknown}").into()),
        None => Ok(inputs),
    }
}

/// Holds a file to the numbers of a text.
fn predict(session: &mut Session, tensors: &HashMap<String, Given>) -> Result<(), Box<dyn Error>> {
    let inputs = inputs(session, tensors)?;
    let found = session.run(inputs)?;
    for (name, value) in found.iter() {
        let (_, numbers) = value.try_extract_tensor::<f32>()?;
        for (i, (&x, &wanted)) in numbers.iter().zip(&tensors[name].numbers).enumerate() {
            same(&format!("{name}[{i}]"), x, wanted)?;
        }
    }
    Ok(())
}

/// Holds inputs that do not fit to being refused: each missing, misspelt, and of another
/// shape.
fn refuse(session: &Session, tensors: &HashMap<String, Given>) -> Result<(), Box<dyn Error>> {
    for input in session.inputs() {
        let name = input.name();
        let mut wrong = [tensors.clone(), tensors.clone(), tensors.clone()];
        wrong[0].remove(name);
        wrong[1].insert("mas".into(), tensors[name].clone());
        wrong[2].get_mut(name).expect("given").shape.push(1);
        if wrong.iter().any(|wrong| inputs(session, wrong).is_ok()) {
            return Err(format!("{name}: nothing was refused").into());
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (library, files) = args
        .split_first()
        .ok_or("usage: predict LIBRARY (MODEL TENSORS)...")?;
    let environment = ort::init_from(library)?.build()?;
    for pair in files.chunks_exact(2) {
        let tensors = read(&pair[1])?;
        let mut session = Session::builder(&environment)?
            .with_intra_threads(1)? // others would wait for the small operators
            .commit_from_file(&pair[0])?;
        predict(&mut session, &tensors)?;
        refuse(&session, &tensors)?;
    }
    println!("rust: the numbers are those of golden.txt, mechanics.txt and bodies.txt");
    Ok(())
}
