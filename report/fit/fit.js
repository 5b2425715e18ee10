// Learns the constants of a structure from recordings, in this page, with a file of training
// steps, and shows what came out.
import * as ort from "./onnxruntime-web/ort.wasm.min.mjs";
import { Trainer } from "./gmnc.js";
import { withWeights } from "./file.js";
import { read } from "./recordings.js";
import { Windows } from "./windows.js";

const { fit } = scene;
const steps = 150;
const batch = 64; // of pairs of states, an interval apart
const rate = 0.08; // of the first step; it falls to 0 along a cosine
const within = 0.9; // of what was not trained on, by which the radius is measured
const colors = ["#0072b2", "#d55e00", "#009e73", "#993399"];

const status = find("#running");
const next = () => new Promise((resolve) => setTimeout(resolve));
ort.env.wasm.numThreads = 1; // more need headers that keep other pages out

const rows = fit.constants.flatMap((constant) => constant.start.map((start, i) => ({
  ...constant, start, at: constant.at + i, held: constant.held?.[i], label: constant.labels[i] ?? "", chart: constant.name,
})));

// valueOf is what a weight stands for.
const valueOf = ({ start, at, held, positive, unit }, weights) => (held ? start : positive ? start * Math.exp(weights[at]) : start + unit * weights[at]);

// charts are the loss and each constant over the steps.
const line = (name, color) => ({ name, color, shape: "line", x: [], y: [] });
const charts = [
  { title: "Loss", x: "step", y: "loss", logY: true, series: [line("loss", colors[0])] },
  ...fit.constants.map(({ name }) => ({ title: name, x: "step", y: name, series: rows.filter(({ chart }) => chart === name).map(({ label }, i) => line(label || name, colors[i % colors.length])) })),
];

class Fitting {
  constructor(file, session) {
    Object.assign(this, { file, session, recordings: [], busy: false });
    this.table();
    this.held();
    find("#names").textContent = fit.names.join(", ");
    find("#files").addEventListener("change", ({ target }) => this.alone(() => this.take(target.files)));
    find("#learn").addEventListener("click", () => this.alone(() => this.learn()));
    find("#save").addEventListener("click", () => this.alone(() => this.save()));
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = this.busy ? "none" : "copy";
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.alone(() => this.take(event.dataTransfer.files));
    });
  }

  // alone does one thing; the page takes up nothing else until it has ended.
  async alone(act) {
    if (this.busy) {
      return;
    }
    this.busy = true;
    this.enable();
    status.classList.remove("verdict", "broken");
    try {
      await act();
    } catch (failure) {
      fail(failure);
    } finally {
      this.busy = false;
      this.enable();
    }
  }

  // enable offers the controls that can do something now.
  enable() {
    find("#files").disabled = this.busy;
    find("#learn").disabled = this.busy || !this.windows;
    find("#save").disabled = this.busy || !this.learned;
  }

  // take reads recordings, in the place of those before.
  async take(files) {
    try {
      this.recordings = (await Promise.all(Array.from(files, (file) => read(file, fit.names)))).flat();
      this.windows = new Windows(this.recordings, fit);
      status.textContent = this.windows.said;
    } catch (failure) {
      this.windows = undefined;
      status.textContent = failure.message;
      status.classList.add("verdict", "broken");
    }
  }

  // table says the constants, with what they were at first.
  table() {
    const cells = (texts, of) => element("tr", {}, ...texts.map((textContent, i) => element(of, { textContent, className: of === "td" && i > 1 ? "number" : "" })));
    const learned = this.trainer?.state.weights.data;
    find("#constants").replaceChildren(cells(["Constant", "Of", "At first", "Learned"], "th"), ...rows.map((row) =>
      cells([row.name, row.label, brief(row.start), row.held ? "fixed" : learned ? brief(valueOf(row, learned)) : ""], "td")));
  }

  // held says why constants stay as they are.
  held() {
    find("#held").textContent = rows.filter(({ held }) => held).map(({ name, label, held }) => `${name} of ${label} is fixed: ${held}.`).join(" ");
  }

  // learn makes the steps of training, from the constants at first.
  async learn() {
    const started = performance.now();
    this.learned = false;
    this.trainer = new Trainer(ort, this.session);
    charts.forEach(({ series }) => series.forEach((one) => { [one.x, one.y] = [[], []]; }));
    find("#learned").hidden = false;
    this.drawn = drawFigure(find("#course"), { title: "What was learned", charts });
    for (let step = 0; step < steps; step++) {
      const loss = await this.trainer.step(this.windows.batch(batch, this.session), (rate * (1 + Math.cos((Math.PI * step) / steps))) / 2);
      this.note(step, loss);
      if (step % 5 === 0) {
        status.textContent = `Step ${step + 1} of ${steps}.`;
        await next();
      }
    }
    await this.show();
    this.learned = true;
    const seconds = (performance.now() - started) / 1000;
    status.textContent = `Learned from ${this.windows.count} pairs of states in ${seconds.toFixed(1)} s. ${within * 100} % of what was left out lie within ${length(this.radius)} of the prediction, one interval later.`;
    status.dataset.done = seconds;
  }

  // note puts a step into the charts.
  note(step, loss) {
    const weights = this.trainer.state.weights.data;
    const columns = [[loss], ...fit.constants.map(({ name }) => rows.filter(({ chart }) => chart === name).map((row) => valueOf(row, weights)))];
    for (const [i, chart] of charts.entries()) {
      chart.series.forEach((series, k) => { series.x.push(step); series.y.push(columns[i][k]); });
      if (step % 10 === 9 || step === steps - 1) {
        redraw(this.drawn[i], chart);
      }
    }
    this.table();
  }

  // show draws rollouts from the first states, beside the recordings.
  async show() {
    const radii = await this.windows.radii(this.trainer, this.session, within);
    this.radius = Math.max(...radii);
    const rolled = await this.windows.rollouts(this.trainer, this.session);
    scene.samples = rolled.map(({ truth, prediction }, number) => {
      const straight = this.windows.straight(number);
      return { ...fit.sample, number, truth, prediction, straight, radii: [radii], rmse: rmse(truth[1], prediction[1]), line: rmse(truth[1], straight) };
    });
    this.player ??= new Player();
    this.player.list();
    this.player.show(0);
  }

  // save gives the file of training steps back, with the learned weights in it.
  async save() {
    const bytes = await withWeights(this.file, fit.weights, this.trainer.state.weights.data);
    const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: "learned.onnx" });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

// fail says why the page cannot go on.
function fail(failure) {
  status.textContent = `The page could not go on: ${failure.message ?? failure}`;
  status.classList.add("verdict", "broken");
  throw failure;
}

try {
  status.textContent = "Opening the file.";
  await next();
  const file = await (await fetch("model.onnx")).arrayBuffer();
  globalThis.fitting = new Fitting(file, await ort.InferenceSession.create(new Uint8Array(file)));
  status.textContent = "The page waits for recordings.";
  status.dataset.open = "true";
} catch (failure) {
  fail(failure);
}
