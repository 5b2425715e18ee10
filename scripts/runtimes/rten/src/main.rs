//! As check.py, for rten: check FOLDER.
use std::collections::BTreeMap;
use std::fs;

use rten::{Model, ModelOptions, NodeId, Value, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::Tensor;

/// Of the largest entry, as in predict/verify.
const TOLERANCE: f64 = 1e-4;

/// Cases that run without rten's optimizations alone, of files and compositions: it
/// makes a BatchNormalization of a product and a sum, which divides by zero where there
/// are no rows, as of edges of a single particle, and ends the process.
const PLAIN: [(&str, &str); 2] = [("tfn.onnx", "(1,0,0)"), ("se3-transformer.onnx", "(1,0,0)")];

type Failure = Box<dyn std::error::Error>;

struct Array {
    kind: String,
    shape: Vec<usize>,
    path: String,
}

fn value(a: &Array, folder: &str) -> Result<Value, Failure> {
    let bytes = fs::read(format!("{folder}/{}", a.path))?;
    Ok(if a.kind == "int64" {
        // rten computes with int32.
        let data: Vec<i32> = bytes.chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().unwrap()) as i32).collect();
        Tensor::from_data(a.shape.as_slice(), data).into()
    } else {
        Tensor::from_data(a.shape.as_slice(), floats(&bytes)).into()
    })
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

/// How far the outputs of one case are from those given. One with a fault in its first
/// system may be refused, or gives no numbers where the outputs given have none.
fn case(faulty: bool, model: &Model, inputs: &BTreeMap<String, Array>, outputs: &BTreeMap<String, Array>, folder: &str) -> Result<f64, Failure> {
    let mut given: Vec<(NodeId, ValueOrView)> = vec![];
    for id in model.input_ids() {
        let name = model.node_info(*id).and_then(|n| n.name().map(str::to_string)).unwrap();
        given.push((*id, value(&inputs[&name], folder)?.into()));
    }
    let ids = outputs.keys().map(|name| model.node_id(name)).collect::<Result<Vec<_>, _>>()?;
    let mut worst = 0f64;
    let results = match model.run(given, &ids, None) {
        Err(_) if faulty => return Ok(0.0),
        results => results?,
    };
    for (found, want) in results.into_iter().zip(outputs.values()) {
        let found: Tensor<f32> = found.try_into()?;
        if found.shape() != want.shape {
            return Err(format!("the result is {:?} and should be {:?}", found.shape(), want.shape).into());
        }
        let wanted = floats(&fs::read(format!("{folder}/{}", want.path))?);
        if faulty {
            if found.iter().zip(&wanted).any(|(x, y)| y.is_nan() && !x.is_nan()) {
                return Err("a wrong system has numbers".into());
            }
            continue;
        }
        let scale = wanted.iter().fold(1e-30, |s: f64, x| s.max(x.abs() as f64));
        for (x, y) in found.iter().zip(&wanted) {
            let off = (*x as f64 - *y as f64).abs() / scale;
            if !(off <= TOLERANCE) {
                return Err(format!("off by {off:.1e} of the largest entry").into());
            }
            worst = worst.max(off);
        }
    }
    Ok(worst)
}

fn main() -> Result<(), Failure> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    let text = fs::read_to_string(format!("{folder}/cases.txt"))?;
    let mut files: Vec<(String, Vec<(String, BTreeMap<String, Array>, BTreeMap<String, Array>)>)> = vec![];
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "file" => files.push((words[1].into(), vec![])),
            "case" => files.last_mut().unwrap().1.push((words[1].into(), BTreeMap::new(), BTreeMap::new())),
            role => {
                let shape = words[3].split(',').filter(|n| *n != "-").map(|n| n.parse().unwrap()).collect();
                let array = Array { kind: words[2].into(), shape, path: words[4].into() };
                let at = files.last_mut().unwrap().1.last_mut().unwrap();
                if role == "input" { &mut at.1 } else { &mut at.2 }.insert(words[1].into(), array);
            }
        }
    }
    let (mut worst, mut wrong, mut plain_cases) = (0f64, vec![], 0);
    for (file, cases) in &files {
        let mut at = "loading";
        let mut all = || -> Result<(), Failure> {
            let path = format!("{folder}/{file}");
            let model = Model::load_file(&path)?;
            let plain = ModelOptions::with_all_ops().enable_optimization(false).load_file(&path)?;
            for (name, inputs, outputs) in cases {
                at = name;
                let of_plain = PLAIN.contains(&(file.as_str(), name.split('x').next().unwrap()));
                plain_cases += of_plain as usize;
                worst = worst.max(case(name.starts_with("wrong:"), if of_plain { &plain } else { &model }, inputs, outputs, &folder)?);
            }
            Ok(())
        };
        if let Err(e) = all() {
            wrong.push(format!("  {file}: {at}: {e}"));
        }
    }
    println!("rten 0.27.0: {} of {} files, off by {worst:.1e} of the largest entry", files.len() - wrong.len(), files.len());
    println!("  {plain_cases} cases of a single particle without its optimizations, which end the process");
    wrong.iter().for_each(|line| println!("{line}"));
    std::process::exit(if wrong.is_empty() { 0 } else { 1 });
}
