// Holds what index.html uses, and finetune.js, to golden.txt, in Node's WebAssembly:
// the package gmnc over onnxruntime-web.
import { readFileSync } from "node:fs";
import * as ort from "onnxruntime-web";
import { load } from "gmnc";
import { Trainer } from "./finetune.js";

// read gives nested arrays by name.
function read(path) {
  const tensors = {};
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [name, , a, b, c, ...numbers] = line.split(" ");
    const value = (i, j, k) => Number(numbers[(i * b + j) * c + k]);
    const range = (n) => [...Array(Number(n)).keys()];
    tensors[name] = range(a).map((i) => range(b).map((j) => range(c).map((k) => value(i, j, k))));
  }
  return tensors;
}

function check(name, found, wanted) {
  const numbers = found.flat(Infinity);
  for (const [i, want] of wanted.flat(Infinity).entries()) {
    if (!(Math.abs(numbers[i] - want) <= 1e-5 + 1e-4 * Math.abs(want))) {
      throw new Error(`${name}[${i}] is ${numbers[i]}, expected ${want}`);
    }
  }
}

// train makes ten steps with a file of training steps.
async function train(file, tensors) {
  const trainer = new Trainer(ort, await ort.InferenceSession.create(readFileSync(file)));
  const extents = (values) => [values.length, values[0].length, values[0][0].length];
  const batch = {};
  for (const name of ["position", "velocity", "charge", "target"]) {
    batch[name] = new ort.Tensor("float32", tensors[name].flat(Infinity), extents(tensors[name]));
  }
  for (const name of ["sticks", "hinges"]) {
    batch[name] = new ort.Tensor("int64", tensors[name].flat(Infinity).map(BigInt), extents(tensors[name]));
  }
  const losses = [];
  for (const _ of tensors.finetuning_loss) {
    losses.push(await trainer.step(batch, tensors.learning_rate[0][0][0]));
  }
  check("loss", losses, tensors.finetuning_loss);
}

const [file, golden, step] = process.argv.slice(2);
const model = await load(ort, readFileSync(file));
const tensors = read(golden);
const found = await model.predict(tensors);
check("position", found.position, tensors.predicted_position);
check("velocity", found.velocity, tensors.predicted_velocity);

const free = { ...tensors, sticks: undefined, hinges: undefined };
const [first] = await model.rollout(free, 1);
check("a system without objects", first, (await model.predict({ ...free, sticks: [[], [], []] })).position);
await train(step, tensors);
console.log("browser: the numbers are those of golden.txt");
