// Predicts with an exported model in Node.
import { readFileSync } from "node:fs";
import ort from "onnxruntime-node";

// predict gives Float32Arrays [batch, particles, 3], one interval later.
async function predict(session, inputs) {
  const { predicted_position, predicted_velocity } = await session.run(inputs);
  return { position: predicted_position.data, velocity: predicted_velocity.data };
}

function readGolden(path) {
  const tensors = {};
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [name, rank, ...rest] = line.split(" ");
    const shape = rest.slice(0, rank).map(Number), numbers = rest.slice(rank);
    tensors[name] = name === "sticks" || name === "hinges"
      ? new ort.Tensor("int64", BigInt64Array.from(numbers, BigInt), shape)
      : new ort.Tensor("float32", Float32Array.from(numbers, Number), shape);
  }
  return tensors;
}

function check(name, found, wanted) {
  for (let i = 0; i < wanted.length; i++) {
    if (!(Math.abs(found[i] - wanted[i]) <= 1e-5 + 1e-4 * Math.abs(wanted[i]))) {
      throw new Error(`${name}[${i}] is ${found[i]}, expected ${wanted[i]}`);
    }
  }
}

const [model, golden] = process.argv.slice(2);
const session = await ort.InferenceSession.create(model);
const tensors = readGolden(golden);
const inputs = Object.fromEntries(session.inputNames.map((name) => [name, tensors[name]]));
const { position, velocity } = await predict(session, inputs);
check("position", position, tensors.predicted_position.data);
check("velocity", velocity, tensors.predicted_velocity.data);
console.log("node: the numbers are those of golden.txt");
