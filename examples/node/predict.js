// Predicts with an exported model in Node.
import ort from "onnxruntime-node";
import { check, read } from "./tensors.js";

// predict gives Float32Arrays [batch, particles, 3], one interval later.
async function predict(session, inputs) {
  const { predicted_position, predicted_velocity } = await session.run(inputs);
  return { position: predicted_position.data, velocity: predicted_velocity.data };
}

// inputsOf are the inputs of a file as it declares them; what does not fit is an error.
// An axis with a name has the same size in all inputs.
function inputsOf(session, tensors) {
  const inputs = {}, sizes = {};
  for (const { name, type, shape } of [...session.inputMetadata].sort((a, b) => a.shape.length - b.shape.length)) {
    if (!(name in tensors)) {
      throw new Error(`the file takes ${name}, which is not given`);
    }
    const given = tensors[name];
    const wanted = shape.map((axis, i) => (typeof axis === "number" ? axis : (sizes[axis] ??= given.shape[i])));
    if (given.shape.length !== shape.length || !wanted.every((extent, i) => extent === given.shape[i])) {
      throw new Error(`${name} has the shape [${given.shape}]: expected [${wanted}]`);
    }
    inputs[name] = type === "int64"
      ? new ort.Tensor(type, BigInt64Array.from(given.numbers, BigInt), given.shape)
      : new ort.Tensor(type, Float32Array.from(given.numbers, Number), given.shape);
    if (shape.length === 0) {
      sizes[name] = Number(given.numbers[0]);
    }
  }
  const unknown = Object.keys(tensors).filter((name) => !(name in inputs) && !session.outputNames.includes(name));
  if (unknown.length > 0) {
    throw new Error(`the file takes no ${unknown}`);
  }
  return inputs;
}

// refuses holds inputs that do not fit to being refused.
function refuses(session, tensors) {
  try {
    inputsOf(session, tensors);
  } catch {
    return;
  }
  throw new Error("nothing was refused");
}

const [model, golden, ...others] = process.argv.slice(2);
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1 }); // others would wait for the small operators
const tensors = read(golden);
const { position, velocity } = await predict(session, inputsOf(session, tensors));
check("position", position, tensors.predicted_position.numbers);
check("velocity", velocity, tensors.predicted_velocity.numbers);

for (let i = 0; i < others.length; i += 2) {
  const session = await ort.InferenceSession.create(others[i], { logSeverityLevel: 3, intraOpNumThreads: 1 });
  const tensors = read(others[i + 1]);
  const outputs = await session.run(inputsOf(session, tensors));
  for (const name of session.outputNames) {
    check(name, outputs[name].data, tensors[name].numbers);
  }
  for (const name of session.inputNames) {
    const { [name]: given, ...rest } = tensors;
    refuses(session, rest);
    refuses(session, { ...tensors, mas: given });
    refuses(session, { ...tensors, [name]: { shape: [...given.shape, 1], numbers: given.numbers } });
  }
}
console.log("node: the numbers are as in golden.txt, mechanics.txt and bodies.txt");
