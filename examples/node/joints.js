// Runs a control loop on a robot, which a file of gmnc export --joints moves: joints.js MODEL TENSORS.
// It begins where the text says, and is held to where the text says that the loop leads.
import { readFileSync } from "node:fs";
import ort from "onnxruntime-node";
import { Robot } from "gmnc";
import { check, read } from "./tensors.js";

async function control(robot, intervals) {
  for (let i = 0; i < intervals; i++) {
    await robot.step(robot.q.map((q, joint) => -2 * q - 0.5 * robot.rate[joint]));
  }
}

const [model, text] = process.argv.slice(2);
const robot = await Robot.load(ort, readFileSync(model));
const tensors = read(text);
robot.reset(tensors.q.numbers.map(Number), tensors.rate.numbers.map(Number));
await control(robot, 40);
check("q", robot.q, tensors.last_q.numbers);
check("rate", robot.rate, tensors.last_rate.numbers);
console.log(`node: the loop moves ${robot.joints.join(" ")} as the simulator does`);
