// As check.py, for onnxruntime in JavaScript: check.mjs PACKAGE FOLDER, the package
// being onnxruntime-node or onnxruntime-web, which runs WebAssembly here.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const tolerance = 1e-4; // of the largest entry, as in predict/verify
const [name, folder] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), "package.json"));
const ort = require(name);
if (name === "onnxruntime-web") ort.env.wasm.numThreads = 1;

function tensor(type, shape, path) {
  const bytes = readFileSync(join(folder, path));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const data = type === "int64" ? new BigInt64Array(buffer) : new Float32Array(buffer);
  return new ort.Tensor(type, data, shape === "-" ? [] : shape.split(",").map(Number));
}

function difference(got, want) {
  if (got.dims.join() !== want.dims.join()) throw new Error(`the result is ${got.dims} and should be ${want.dims}`);
  let largest = 0, scale = 1e-30;
  want.data.forEach((value, i) => {
    scale = Math.max(scale, Math.abs(value));
    const off = Math.abs(got.data[i] - value);
    largest = off <= largest ? largest : off; // NaN is kept
  });
  if (!(largest / scale <= tolerance)) throw new Error(`off by ${largest / scale} of the largest entry`);
  return largest / scale;
}

// Holds a case with a fault to being refused, or to no numbers where its outputs have none.
async function refuse(session, inputs, outputs) {
  let results;
  try {
    results = await session.run(inputs);
  } catch {
    return;
  }
  for (const key in outputs) {
    const none = tensor(...outputs[key]).data;
    if (none.some((value, i) => isNaN(value) && !isNaN(results[key].data[i]))) throw new Error(`${key} of a wrong system has numbers`);
  }
}

const files = [];
for (const line of readFileSync(join(folder, "cases.txt"), "utf8").trim().split("\n")) {
  const [kind, ...rest] = line.split(" ");
  if (kind === "file") files.push({ file: rest[0], cases: [] });
  else if (kind === "case") files.at(-1).cases.push({ name: rest[0], input: {}, output: {} });
  else files.at(-1).cases.at(-1)[kind][rest[0]] = rest.slice(1);
}
let worst = 0, faults = 0;
const wrong = [];
for (const { file, cases } of files) {
  let at = "loading";
  try {
    const session = await ort.InferenceSession.create(readFileSync(join(folder, file)));
    for (const c of cases) {
      at = c.name;
      const inputs = {};
      for (const key of session.inputNames) inputs[key] = tensor(...c.input[key]);
      if (c.name.startsWith("wrong:")) {
        await refuse(session, inputs, c.output);
        faults++;
        continue;
      }
      const results = await session.run(inputs);
      for (const key in c.output) worst = Math.max(worst, difference(results[key], tensor(...c.output[key])));
    }
  } catch (e) {
    wrong.push(`  ${file}: ${at}: ${String(e.message).replace(/\s+/g, " ").slice(0, 300)}`);
  }
}
const version = JSON.parse(readFileSync(join(process.cwd(), "node_modules", name, "package.json"))).version;
console.log(`${name} ${version}: ${files.length - wrong.length} of ${files.length} files, off by ${worst.toExponential(1)} of the largest entry; ${faults} wrong inputs`);
wrong.forEach((line) => console.log(line));
process.exit(wrong.length ? 1 : 0);
