// Runs models that gmnc exported, with the onnxruntime that the page brings:
// onnxruntime-web in a browser, onnxruntime-node in Node.

// load opens a model: source is a URL, a path or the file's bytes.
export async function load(ort, source, options) {
  return new Model(ort, await ort.InferenceSession.create(source, options));
}

// Inputs that may be left out, with the last extent of what stands for them.
const optional = { sticks: 2, hinges: 3 };
const whole = new Set(["sticks", "hinges", "neighbors", "parents", "bodies"]);

export class Model {
  constructor(ort, session) {
    this.ort = ort;
    this.session = session;
  }

  // predict takes nested arrays by the names of the model's inputs, such as
  // position [batch][particles][3], and gives position and velocity one
  // interval later. Systems of a batch have equally many particles, sticks and
  // hinges.
  async predict(systems) {
    const inputs = {};
    for (const name of this.session.inputNames) {
      inputs[name] = this.#tensor(name, systems);
    }
    const outputs = await this.session.run(inputs);
    return {
      position: nested(outputs.predicted_position),
      velocity: nested(outputs.predicted_velocity),
    };
  }

  // rollout gives the positions of as many steps, each prediction being the
  // next input. It makes sense of models whose velocities are true ones.
  async rollout(systems, steps) {
    const positions = [];
    for (let step = 0, now = systems; step < steps; step++) {
      const next = await this.predict(now);
      positions.push(next.position);
      now = { ...now, ...next };
    }
    return positions;
  }

  #tensor(name, systems) {
    const batch = systems.position.length;
    const values = systems[name];
    if (values === undefined && !(name in optional)) {
      throw new Error(`the model takes ${name}, which is not given`);
    }
    const shape = values === undefined ? [batch, 0, optional[name]] : extents(values, name in optional ? [batch, 0, optional[name]] : []);
    const flat = (values ?? []).flat(Infinity);
    if (flat.length !== shape.reduce((a, b) => a * b, 1)) {
      throw new Error(`${name} is ragged: all systems of a batch have as many, here ${shape.join(" x ")}`);
    }
    return whole.has(name)
      ? new this.ort.Tensor("int64", BigInt64Array.from(flat, BigInt), shape)
      : new this.ort.Tensor("float32", Float32Array.from(flat), shape);
  }
}

// extents are those of nested arrays; where one is empty, the rest is known.
function extents(values, known) {
  const shape = [];
  for (let inside = values; Array.isArray(inside); inside = inside[0]) {
    shape.push(inside.length);
  }
  return [...shape, ...known.slice(shape.length)];
}

// nested are the arrays of a tensor with three dimensions.
function nested({ data, dims: [batch, rows, columns] }) {
  const row = (b, r) => Array.from(data.subarray((b * rows + r) * columns, (b * rows + r + 1) * columns));
  return Array.from({ length: batch }, (_, b) => Array.from({ length: rows }, (_, r) => row(b, r)));
}
