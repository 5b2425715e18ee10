//! A robot in motion, which a file of gmnc export --joints moves.
use ort::session::Session;
use ort::value::Tensor;
use serde::Deserialize;
use std::error::Error;

/// What a file says of its joints.
#[derive(Deserialize)]
struct About {
    names: Vec<String>,
    rest: Vec<f32>,
    columns: Columns,
}

/// The names of columns: one each of a joint with an axis.
#[derive(Deserialize)]
struct Columns {
    rate: Vec<String>,
    torque: Vec<String>,
}

pub struct Robot {
    /// The names of the joints, in the order of the columns.
    pub joints: Vec<String>,
    /// How far each joint has turned or slid from the pose of rest, and how fast it does.
    pub q: Vec<f32>,
    pub rate: Vec<f32>,
    /// The direction that the friction of each joint with an axis is in, -1 to 1; None where it has
    /// no memory.
    pub memory: Option<Vec<f32>>,
    columns: Columns,
    session: Session,
}

impl Robot {
    /// The robot of a file, at rest.
    pub fn new(session: Session) -> Result<Self, Box<dyn Error>> {
        let text = session.metadata()?.custom("joints");
        let text = text.ok_or("the file is not in joint coordinates: export it with --joints")?;
        let about: About = serde_json::from_str(&text)?;
        let remembers = session.inputs().iter().any(|input| input.name() == "memory");
        Ok(Self {
            memory: remembers.then(|| vec![0.0; about.columns.torque.len()]),
            q: about.rest,
            rate: vec![0.0; about.columns.rate.len()],
            joints: about.names,
            columns: about.columns,
            session,
        })
    }

    /// Begins anew at a state. Friction with memory takes the direction of the rates.
    pub fn reset(&mut self, q: Vec<f32>, rate: Vec<f32>) {
        if let Some(memory) = &mut self.memory {
            for (direction, name) in memory.iter_mut().zip(&self.columns.torque) {
                let column = self.columns.rate.iter().position(|other| other == name);
                let speed = column.and_then(|at| rate.get(at)).copied().unwrap_or(0.0);
                *direction = if speed == 0.0 { 0.0 } else { speed.signum() };
            }
        }
        (self.q, self.rate) = (q, rate);
    }

    /// Moves the robot by one interval under torques, which are forces of joints that slide.
    pub fn step(&mut self, torque: &[f32]) -> ort::Result<()> {
        let row = |x: &[f32]| Tensor::from_array(([1, x.len()], x.to_vec()));
        let mut inputs = ort::inputs!["q" => row(&self.q)?, "rate" => row(&self.rate)?];
        if !torque.is_empty() {
            inputs.push(("torque".into(), row(torque)?.into())); // of joints with an axis
        }
        if let Some(memory) = &self.memory {
            inputs.push(("memory".into(), row(memory)?.into()));
        }
        let after = self.session.run(inputs)?;
        self.q = after["next_q"].try_extract_tensor::<f32>()?.1.to_vec();
        self.rate = after["next_rate"].try_extract_tensor::<f32>()?.1.to_vec();
        if self.memory.is_some() {
            self.memory = Some(after["next_memory"].try_extract_tensor::<f32>()?.1.to_vec());
        }
        Ok(())
    }
}
