// Pairs of states an interval apart, out of recordings, as tensors of a file.
import * as ort from "./onnxruntime-web/ort.wasm.min.mjs";
import { Joints, Points } from "./joints.js";
import { reach, smooth } from "./smooth.js";

const trained = 0.8; // of each recording's frames; the rest measures the radius

// draw are numbers from 0 to 1 that are the same every time.
function* draw(seed) {
  for (let state = seed; ; state = (1664525 * state + 1013904223) % 2 ** 32) {
    yield state / 2 ** 32;
  }
}

export class Windows {
  // The structure has inputs of one system and seconds, the file's interval.
  constructor(recordings, { inputs, seconds }) {
    const frame = recordings[0]?.seconds;
    if (recordings.some((recording) => Math.abs(recording.seconds - frame) > 1e-3 * frame)) {
      throw new Error("the recordings have frames of different lengths in time");
    }
    this.stride = Math.round(seconds / frame);
    if (!(Math.abs(this.stride * frame - seconds) < 0.01 * seconds)) {
      throw new Error(`frames are ${frame} s apart, and the file's interval is ${seconds} s: expected a whole number of frames in it`);
    }
    Object.assign(this, { fixed: inputs, seconds });
    const model = inputs.joint_anchor ? new Joints(inputs) : new Points();
    const all = recordings.map(({ frames }) => model.whole(transposed(frames.map((position) => model.coordinates(position)))));
    const h = reach(all.flat(), Math.min(...recordings.map(({ frames }) => frames.length)));
    this.states = all.map((series) => {
      const smoothed = series.map((values) => smooth(values, h, frame));
      return smoothed[0].values.map((_, i) => model.particles(smoothed.map(({ values }) => values[i]), smoothed.map(({ rates }) => rates[i])));
    });
    this.recorded = recordings.map(({ frames }) => frames.slice(h, frames.length - h));
    const ends = this.states.map((states) => Math.floor(trained * (states.length - this.stride)));
    const pairs = (from, to) => this.states.flatMap((states, recording) => states.slice(from(recording), to(recording)).map((_, i) => [recording, from(recording) + i]));
    this.pairs = pairs(() => 0, (recording) => ends[recording]);
    this.left = pairs((recording) => ends[recording], (recording) => this.states[recording].length - this.stride);
    if (!this.pairs.length || !this.left.length) {
      throw new Error(`the recordings are too short for the file's interval of ${seconds} s`);
    }
    this.random = draw(1);
    this.said = `${recordings.length} recordings, ${this.pairs.length} pairs of states ${seconds} s apart, smoothed over ${2 * h + 1} frames.`;
  }

  get count() {
    return this.pairs.length;
  }

  // batch draws pairs.
  batch(count, session) {
    return this.#tensors(Array.from({ length: count }, () => this.pairs[Math.floor(this.random.next().value * this.pairs.length)]), session);
  }

  #tensors(pairs, session) {
    const now = pairs.map(([recording, at]) => this.states[recording][at]);
    const later = pairs.map(([recording, at]) => this.states[recording][at + this.stride]);
    return this.#given(now, later, session);
  }

  // given are the inputs of systems, with what is fixed.
  #given(now, later, session) {
    const own = {
      position: now.map(({ position }) => position), velocity: now.map(({ velocity }) => velocity),
      target: later.map(({ position }) => position), target_velocity: later.map(({ velocity }) => velocity),
    };
    const tensors = {};
    for (const { name, type, shape } of session.inputMetadata.filter(({ shape: [first] }) => first === "batch")) {
      const values = own[name] ?? now.map(() => this.fixed[name]);
      if (values[0] === undefined) {
        throw new Error(`the file takes ${name}, which the structure lacks`);
      }
      const flat = values.flat(Infinity);
      const known = shape.map((axis, i) => (i === 0 ? now.length : axis === "particles" ? now[0].position.length : Number(axis) || 0));
      tensors[name] = type === "int64" ? new ort.Tensor(type, BigInt64Array.from(flat, BigInt), known) : new ort.Tensor(type, Float32Array.from(flat), known);
    }
    return tensors;
  }

  // radii are how far each particle's recorded place was from the prediction, for the share
  // of all pairs that were left out.
  async radii(trainer, session, share) {
    const pairs = this.left.filter((_, i) => i % Math.ceil(this.left.length / 200) === 0);
    const { predicted_position: predicted } = await trainer.predict(this.#tensors(pairs, session));
    const found = systems(predicted);
    const off = pairs.map(([recording, at], k) => this.recorded[recording][at + this.stride].map((place, i) => distance(place, found[k][i])));
    return transposed(off).map((values) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(share * (values.length + 1)) - 1)]);
  }

  // rollouts go on from the first state of each recording: truth and prediction, by interval.
  async rollouts(trainer, session) {
    const shown = this.states.slice(0, 12);
    const count = Math.min(50, ...shown.map((states) => Math.floor((states.length - 1) / this.stride)));
    let now = shown.map(([first]) => first);
    const all = shown.map(() => ({ truth: [], prediction: [] }));
    for (let step = 0; ; step++) {
      all.forEach(({ truth, prediction }, k) => { truth.push(this.recorded[k][step * this.stride]); prediction.push(now[k].position); });
      if (step === count) {
        return all;
      }
      const after = await trainer.predict(this.#given(now, now, session));
      const [position, velocity] = [systems(after.predicted_position), systems(after.predicted_velocity)];
      now = position.map((x, k) => ({ position: x, velocity: velocity[k] }));
    }
  }

  // straight is where a recording's first state goes in an interval on straight lines.
  straight(recording) {
    const { position, velocity } = this.states[recording][0];
    return position.map((x, i) => x.map((value, axis) => value + this.seconds * velocity[i][axis]));
  }
}

const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

// systems are the particles of each system of a tensor [batch, particles, 3].
function systems({ data, dims: [count, particles] }) {
  return Array.from({ length: count }, (_, k) => Array.from({ length: particles }, (_, i) => Array.from(data.subarray(3 * (k * particles + i), 3 * (k * particles + i) + 3))));
}
