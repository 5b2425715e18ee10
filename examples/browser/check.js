// Holds what index.html uses, and the package's Trainer, to golden.txt and its like, in Node's WebAssembly:
// the package gmnc over onnxruntime-web.
import { readFileSync } from "node:fs";
import * as ort from "onnxruntime-web";
import { load, Robot, Trainer } from "gmnc";

// read gives nested arrays by name.
function read(path) {
  const tensors = {};
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [name, rank, ...rest] = line.split(" ");
    const numbers = rest.slice(rank).map(Number);
    const nested = ([extent, ...inner], start, size) => extent === undefined
      ? numbers[start]
      : [...Array(extent).keys()].map((i) => nested(inner, start + i * (size / extent), size / extent));
    tensors[name] = nested(rest.slice(0, rank).map(Number), 0, numbers.length);
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

// refuses holds a call to an error that says so.
async function refuses(says, call) {
  const message = await call().then(() => "nothing was refused", (error) => error.message);
  if (!message.includes(says)) {
    throw new Error(`${message}: expected ${says}`);
  }
}

// inputsOf are the tensors that a model takes.
const inputsOf = (model, tensors) => Object.fromEntries(model.inputs.map((name) => [name, tensors[name]]));

// rich holds a file with all that systems may have to its numbers, and to refusing what
// it does not declare, lacks, or declares in another shape.
async function rich(file, text) {
  const model = await load(ort, readFileSync(file));
  const tensors = read(text);
  const inputs = inputsOf(model, tensors);
  const found = await model.predict(inputs);
  check("position", found.position, tensors.predicted_positions ?? tensors.predicted_position);
  check("velocity", found.velocity, tensors.predicted_velocities ?? tensors.predicted_velocity);
  await walk(model, inputs, tensors);
  await refuses("takes no parent: it takes", () => model.predict({ ...inputs, parent: inputs.parents }));
  for (const name of model.inputs) {
    if (["parents", "bodies", "sticks", "hinges"].includes(name)) {
      await model.predict({ ...inputs, [name]: undefined });
    } else if (name !== "position") {
      await refuses(`takes ${name}, which is not given`, () => model.predict({ ...inputs, [name]: undefined }));
    }
    if (name !== "steps") {
      await refuses("has the shape", () => model.predict({ ...inputs, [name]: [...inputs[name], ...inputs[name]] }));
    }
  }
  const cut = structuredClone(inputs);
  cut.node_features[1].pop();
  await refuses("node_features is ragged", () => model.predict(cut));
  await refuses("expected whole numbers", () => model.predict({ ...inputs, parents: inputs.parents.map((row) => row.map((i) => i + 0.5)) }));
}

// walk holds a stepper to the same numbers, step by step, also from a state that was saved.
async function walk(model, inputs, tensors) {
  const { steps, ...start } = inputs;
  const ofSteps = model.session.inputMetadata.filter(({ shape }) => shape[0] === "steps").map(({ name }) => name);
  const controls = (step) => Object.fromEntries(ofSteps.map((name) => [name, inputs[name][step]]));
  const stepper = model.stepper({ ...start, ...controls(0) });
  const frames = model.rolls ? tensors.predicted_positions : [tensors.predicted_position];
  for (const [step, frame] of frames.entries()) {
    stepper.load(stepper.save());
    check("position of a step", (await stepper.step(controls(step))).position, frame);
  }
  await refuses("position is no control", () => stepper.step({ position: start.position }));
  const other = JSON.stringify({ steps: 1, systems: { ...start, ...controls(0), mas: 1 } });
  await refuses("the state holds", async () => stepper.load(other));
  stepper.reset({ velocity: [[[NaN]]] });
  await refuses("the state holds NaN", async () => stepper.save());
  stepper.reset();
  if (stepper.steps !== 0 || frames.length === 0) {
    throw new Error("a stepper that was reset is not at its start");
  }
}

// control runs a control loop on a robot, and holds it to where the simulator's leads.
async function control(file, text) {
  const robot = await Robot.load(ort, readFileSync(file));
  const tensors = read(text);
  robot.reset(tensors.q[0], tensors.rate[0]);
  for (let i = 0; i < 40; i++) {
    await robot.step(robot.q.map((q, joint) => -2 * q - 0.5 * robot.rate[joint]));
  }
  check("q", robot.q, tensors.last_q);
  check("rate", robot.rate, tensors.last_rate);
  await refuses("torque has 1 numbers: expected 2, of cart, pole", () => robot.step([1]));
  robot.q = [NaN, 0];
  if (!(await robot.step([0, 0])).q.every(Number.isNaN)) {
    throw new Error("a robot that is nowhere has a state");
  }
  return robot.joints;
}

const [file, golden, step, finetune, cart, intervals, ...others] = process.argv.slice(2);
const model = await load(ort, readFileSync(file));
const tensors = read(golden);
const inputs = inputsOf(model, tensors);
const found = await model.predict(inputs);
check("position", found.position, tensors.predicted_position);
check("velocity", found.velocity, tensors.predicted_velocity);

const free = { ...inputs, sticks: undefined, hinges: undefined };
const [first] = await model.rollout(free, 1);
check("a system without objects", first, (await model.predict({ ...free, sticks: [[], [], []] })).position);
for (let i = 0; i < others.length; i += 2) {
  await rich(others[i], others[i + 1]);
}
const joints = await control(cart, intervals);
await refuses("not in joint coordinates", () => Robot.load(ort, readFileSync(file)));
await refuses("is no ONNX model, or is cut off", () => Robot.load(ort, readFileSync(cart).subarray(0, 1)));
await train(step, { ...tensors, ...read(finetune) });
console.log("browser: the numbers are as in golden.txt, mechanics.txt and bodies.txt");
console.log(`browser: the loop moves ${joints.join(" ")} as the simulator does`);
