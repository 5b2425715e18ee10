// Runs the exported model in this page, on all samples and step by step, and
// sets its numbers beside gmnc's.
import * as ort from "./onnxruntime-web/ort.wasm.min.mjs";
import { load } from "./gmnc.js";

const running = find("#running");
ort.env.wasm.numThreads = 1; // more need headers that keep other pages out

// predictAll gives the samples their predictions, batch by batch.
async function predictAll(model) {
  let index = 0;
  for (const { count, inputs, frames } of scene.live.batches) {
    const { position } = await model.predict(taken(model, inputs));
    for (let row = 0; row < count; row++, index++) {
      const sample = scene.samples[index];
      sample.prediction = [sample.truth[0], position[row]];
      sample.rmse = rmse(sample.truth[1], position[row]);
      sample.inputs = () => Object.fromEntries(Object.entries(inputs).map(([name, rows]) => [name, [rows[row]]]));
      sample.frames = () => Object.fromEntries(Object.entries(frames ?? {}).map(([name, steps]) => [name, steps.map((rows) => [rows[row]])]));
    }
    running.textContent = `Predicted ${index} of ${scene.samples.length} samples.`;
  }
}

// taken are the inputs that the model takes, of all that the data have.
const taken = (model, inputs) => Object.fromEntries(Object.entries(inputs).filter(([name]) => model.inputs.includes(name)));

// change is the total change of the lengths of a sample's bars.
function change({ bars, truth, prediction }) {
  return bars.filter((bar) => bar.kind !== "bond").reduce((sum, { a, b }) =>
    sum + Math.abs(distance(prediction[1][a], prediction[1][b]) - distance(truth[0][a], truth[0][b])), 0);
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

// table shows the errors of the page's own predictions.
function table() {
  const squared = scene.samples.map((sample) => sample.rmse ** 2);
  const sorted = [...squared].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const trim = Math.floor(sorted.length / 100);
  const rows = {
    "root mean squared error": [Math.sqrt(mean(squared)), length],
    "its median over samples": [Math.sqrt((sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2), length],
    "without 1% at each end": [Math.sqrt(mean(sorted.slice(trim, sorted.length - trim))), length],
    "constraint error": [mean(scene.samples.map(change)), (value) => value.toExponential(2).replace(/(e[+-])(\d)$/, "$10$2")],
  };
  for (const row of document.querySelectorAll("#errors tr[data-error]")) {
    const cell = row.querySelector(".live");
    const [value, written] = rows[row.dataset.error] ?? [NaN, () => "not measured here"];
    cell.textContent = written(value);
    cell.dataset.value = value;
  }
}

// roll goes on with the sample that is looked at, where predictions can be
// gone on from.
async function roll(model) {
  const sample = player.sample;
  if (!scene.live.steps || sample.rolled) {
    return;
  }
  sample.rolled = true;
  for (const [position] of await model.rollout(taken(model, { ...sample.inputs(), ...sample.frames() }), scene.live.steps)) {
    if (position.flat().every(Number.isFinite)) {
      sample.prediction[sample.prediction.length] = position;
    }
  }
  sample.prediction.splice(1, 1); // the first step is the prediction
  if (player.sample === sample) {
    player.refresh();
  }
}

// fail says why the page cannot go on.
function fail(failure) {
  running.textContent = `The page could not run the model: ${failure.message ?? failure}`;
  running.classList.add("verdict", "broken");
  throw failure;
}

try {
  running.textContent = "Opening the model.";
  const model = await load(ort, "model.onnx");
  const started = performance.now();
  await predictAll(model);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  table();
  player.list();
  player.show(player.index);
  for (const event of ["change", "input"]) {
    find("#sample").addEventListener(event, () => roll(model).catch(fail));
  }
  await roll(model);
  running.textContent = `onnxruntime-web ${ort.env.versions.web} ran the model on ${scene.samples.length} samples in this page, in ${seconds} s.`;
  running.dataset.done = "true";
} catch (failure) {
  fail(failure);
}
