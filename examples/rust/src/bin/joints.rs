//! Runs a control loop on a robot, which a file of gmnc export --joints moves:
//! joints LIBRARY MODEL TENSORS. It begins where the text says, and is held to where the text
//! says that the loop leads.
use ort::session::Session;
use predict::robot::Robot;
use predict::tensors::{read, same};
use std::{env, error::Error};

fn control(robot: &mut Robot, intervals: usize) -> ort::Result<()> {
    for _ in 0..intervals {
        let state = robot.q.iter().zip(&robot.rate);
        let torque: Vec<f32> = state.map(|(q, rate)| -2.0 * q - 0.5 * rate).collect();
        robot.step(&torque)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [library, model, text] = &args[..] else {
        return Err("usage: joints LIBRARY MODEL TENSORS".into());
    };
    let environment = ort::init_from(library)?.build()?;
    let session = Session::builder(&environment)?
        .with_intra_threads(1)? // others would wait for the small operators
        .commit_from_file(model)?;
    let mut robot = Robot::new(session)?;
    let tensors = read(text)?;
    let of = |name: &str| tensors[name].numbers.iter().map(|&x| x as f32).collect();
    robot.reset(of("q"), of("rate"));
    control(&mut robot, 40)?;
    for (i, name) in robot.joints.iter().enumerate() {
        same(name, robot.q[i], tensors["last_q"].numbers[i])?;
        same(name, robot.rate[i], tensors["last_rate"].numbers[i])?;
    }
    let names = robot.joints.join(" ");
    println!("rust: the loop moves {names} as the simulator does");
    Ok(())
}
