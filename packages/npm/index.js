// Runs models that gmnc exported, with the onnxruntime that the page brings:
// onnxruntime-web in a browser, onnxruntime-node in Node.

// load opens a model: source is a URL, a path or the file's bytes. It runs on one thread, as
// others would wait for the small operators of a few systems; options count more.
export async function load(ort, source, options) {
  return new Model(ort, await ort.InferenceSession.create(source, { intraOpNumThreads: 1, ...options }));
}

// Objects may be left out: how many members each row lists, 0 where there is a number
// for each particle, which is -1 of none.
const objects = {
  // generated: objects
  sticks: 2,
  hinges: 3,
  parents: 0,
  bodies: 0,
  // end
};

export class Model {
  constructor(ort, session) {
    this.ort = ort;
    this.session = session;
    this.rolls = session.outputNames.includes("predicted_positions");
  }

  // inputs are the names of what predict takes.
  get inputs() {
    return this.session.inputNames;
  }

  // predict takes nested arrays by the names of the model's inputs, such as
  // position [batch][particles][3], and gives position and velocity one
  // interval later; of a file that rolls, after every step. Objects may be left
  // out. Inputs that the file does not declare, lacks, or declares in another
  // shape are errors, as are parents and bodies left out where the file reads joints.
  async predict(systems) {
    return this.#predictions(await this.#run(systems));
  }

  // gradients gives the gradients by the inputs of a file of gmnc export --gradients, by name.
  // The systems have what the predictions count, such as cotangent_position; 0 where it
  // is left out.
  async gradients(systems) {
    return this.#gradients(await this.#run(systems));
  }

  // pullback gives what predict and gradients give, of one run of such a file.
  async pullback(systems) {
    const outputs = await this.#run(systems);
    return { ...this.#predictions(outputs), gradients: this.#gradients(outputs) };
  }

  #gradients(outputs) {
    const prefix = "gradient_";
    const gradients = Object.entries(outputs).filter(([name]) => name.startsWith(prefix));
    if (gradients.length === 0) {
      throw new Error("the file gives no gradients: export it with --gradients");
    }
    return Object.fromEntries(gradients.map(([name, tensor]) => [name.slice(prefix.length), nested(tensor)]));
  }

  #predictions(outputs) {
    return {
      position: nested(outputs[this.rolls ? "predicted_positions" : "predicted_position"]),
      velocity: nested(outputs[this.rolls ? "predicted_velocities" : "predicted_velocity"]),
    };
  }

  async #run(systems) {
    const unknown = Object.keys(systems).filter((name) => systems[name] !== undefined && !this.inputs.includes(name));
    if (unknown.length > 0) {
      throw new Error(`the model takes no ${unknown.join(", ")}: it takes ${this.inputs.join(", ")}`);
    }
    const sizes = {}; // of axes, which are the same in all inputs
    const rank = ({ name, shape }) => (name === "position" ? -1 : shape.length);
    const declared = [...this.session.inputMetadata].sort((a, b) => rank(a) - rank(b));
    const tensors = declared.map((input) => [input.name, this.#tensor(input, systems[input.name], sizes)]);
    return this.session.run(Object.fromEntries(tensors));
  }

  // rollout gives the positions of as many steps, each prediction being the
  // next input. It makes sense of models whose velocities are true ones. An input with an
  // axis of steps before its others, such as torque, has a value for each step.
  async rollout(systems, steps) {
    if (this.rolls) {
      const { position } = await this.predict(this.inputs.includes("steps") ? { ...systems, steps } : systems);
      if (position.length !== steps) {
        throw new Error(`the file takes ${position.length} steps at a time, not ${steps}`);
      }
      return position;
    }
    const axes = Object.fromEntries(this.session.inputMetadata.map(({ name, shape }) => [name, shape.length]));
    const ofSteps = Object.keys(systems).filter((name) => depth(systems[name]) > axes[name]);
    for (const name of ofSteps) {
      if (systems[name].length !== steps) {
        throw new Error(`${name} has values for ${systems[name].length} steps: expected ${steps}`);
      }
    }
    const positions = [];
    for (let step = 0, state = {}; step < steps; step++) {
      const now = Object.fromEntries(ofSteps.map((name) => [name, systems[name][step]]));
      state = await this.predict({ ...systems, ...now, ...state });
      positions.push(state.position);
    }
    return positions;
  }

  // stepper holds systems in motion, which begin where the inputs say.
  stepper(systems) {
    return new Stepper(this, systems);
  }

  #tensor({ name, type, shape: axes }, values, sizes) {
    const whole = type === "int64";
    const known = axes.map((axis) => (typeof axis === "number" ? axis : sizes[axis] ?? 0));
    if (values === undefined) {
      if (name.startsWith("cotangent_")) {
        return new this.ort.Tensor("float32", new Float32Array(product(known)), known);
      }
      const holdsJoints = objects[name] === 0 && this.inputs.includes("rest"); // other bodies would hang on them
      if (!(name in objects) || holdsJoints) {
        throw new Error(`the model takes ${name}, which is not given`);
      }
      return new this.ort.Tensor("int64", new BigInt64Array(product(known)).fill(-1n), known);
    }
    const shape = extents(name, values, axes, known);
    for (const [i, axis] of axes.entries()) {
      const wanted = typeof axis === "number" ? axis : (sizes[axis] ??= shape[i]);
      if (shape[i] !== wanted && !(axis === "batch" && shape[i] === 1)) {
        throw new Error(`${name} has the shape [${shape}]: expected [${axes.map((a) => (a in sizes ? `${a}=${sizes[a]}` : a)).join(", ")}]`);
      }
    }
    const flat = [];
    collect(name, values, shape, flat, whole);
    if (axes.length === 0) {
      sizes[name] = Number(flat[0]);
    }
    return whole
      ? new this.ort.Tensor("int64", BigInt64Array.from(flat, BigInt), shape)
      : new this.ort.Tensor("float32", Float32Array.from(flat), shape);
  }
}

// depth is how many arrays are in each other.
const depth = (values) => (Array.isArray(values) ? 1 + depth(values[0]) : 0);

// Stepper moves systems by one interval at a time. It makes sense of models whose
// velocities are true ones. State and inputs are as predict takes them; a file that rolls takes
// its number of steps as an input.
export class Stepper {
  #start;

  constructor(model, systems) {
    if (model.rolls && !model.inputs.includes("steps")) {
      throw new Error("the file takes a fixed number of steps at a time: export it without --rollout, or with --rollout and no number");
    }
    this.model = model;
    this.ofSteps = new Set(model.session.inputMetadata.filter(({ shape }) => shape[0] === "steps").map(({ name }) => name));
    this.#start = { ...systems };
    this.reset();
  }

  // step takes controls, such as torque or force, which hold until they are given again,
  // and gives the state after an interval.
  async step(controls = {}) {
    for (const name of Object.keys(controls)) {
      if (["position", "velocity", "steps"].includes(name) || !this.model.inputs.includes(name)) {
        throw new Error(`${name} is no control: the model takes ${this.model.inputs.join(", ")}, and reset sets the state`);
      }
    }
    const systems = { ...this.systems, ...controls };
    const given = Object.fromEntries(Object.entries(systems).map(([name, values]) => [name, this.ofSteps.has(name) ? [values] : values]));
    const after = await this.model.predict(this.model.rolls ? { ...given, steps: 1 } : given);
    const [position, velocity] = this.model.rolls ? [after.position[0], after.velocity[0]] : [after.position, after.velocity];
    this.systems = { ...systems, position, velocity };
    this.steps++;
    return { position, velocity };
  }

  // reset goes back to the first state, or to another.
  reset(state = {}) {
    this.systems = { ...this.#start, ...state };
    this.steps = 0;
  }

  // save gives the state as text, and load goes on from it.
  // Numbers that are not finite, which JSON lacks, are errors.
  save() {
    return JSON.stringify({ steps: this.steps, systems: this.systems }, (name, value) => {
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new Error(`the state holds ${value}, which no text keeps: reset the stepper`);
      }
      return value;
    });
  }

  load(text) {
    const { steps, systems } = JSON.parse(text);
    if (!Number.isInteger(steps) || !Array.isArray(systems?.position) || !Array.isArray(systems.velocity)) {
      throw new Error("this is no state: expected the text that save gives");
    }
    const unknown = Object.keys(systems).filter((name) => !this.model.inputs.includes(name));
    const lacking = Object.keys(this.#start).filter((name) => this.#start[name] !== undefined && !(name in systems));
    if (unknown.length + lacking.length > 0) {
      throw new Error(`the state holds ${Object.keys(systems).join(", ")}: expected ${this.model.inputs.join(", ")}`);
    }
    [this.steps, this.systems] = [steps, systems];
  }
}

// Robot holds a robot in motion, which a file of gmnc export --joints moves. It begins at rest:
// q and rate are how far each joint has turned or slid from the pose of rest, and how fast it does,
// in the order of columns.q and columns.rate, their names: one of each joint with an axis.
export class Robot {
  #rest;

  constructor(ort, session, about) {
    const { names, rest, columns } = JSON.parse(about);
    this.ort = ort;
    this.session = session;
    this.joints = names;
    this.columns = columns;
    this.#rest = rest;
    this.reset();
  }

  // reset begins anew at rest, or at a state. Friction with memory takes the direction of rate: memory is
  // the direction of the friction of each joint with an axis, -1 to 1, and undefined where it has no memory.
  reset(q = this.#rest, rate = this.columns.rate.map(() => 0)) {
    this.q = Array.from(q);
    this.rate = Array.from(rate);
    if (this.session.inputNames.includes("memory")) {
      this.memory = this.columns.torque.map((name) => Math.sign(this.rate[this.columns.rate.indexOf(name)]));
    }
  }

  // load opens a robot: source is a URL, or the file's bytes, which have the names of joints.
  static async load(ort, source, options) {
    const bytes = typeof source === "string" ? await (await fetch(source)).arrayBuffer() : source;
    const file = new Uint8Array(bytes);
    const about = metadata(file).joints;
    if (about === undefined) {
      throw new Error("the file is not in joint coordinates: export it with --joints");
    }
    const session = await ort.InferenceSession.create(file, { logSeverityLevel: 3, intraOpNumThreads: 1, ...options }); // of gravity, which is no constant, it warns
    if (!session.outputNames.includes("next_q")) {
      throw new Error("the file makes many steps: export it without --rollout");
    }
    return new Robot(ort, session, about);
  }

  // step moves the robot by one interval under torques, which are forces of joints that slide, and
  // gives q and rate after it. A state that is not finite is followed by NaN.
  async step(torque) {
    const inputs = {};
    for (const [name, values] of Object.entries({ q: this.q, rate: this.rate, torque })) {
      const columns = this.columns[name];
      if (values.length !== columns.length) {
        throw new Error(`${name} has ${values.length} numbers: expected ${columns.length}, of ${columns.join(", ")}`);
      }
      if (columns.length > 0) {
        inputs[name] = new this.ort.Tensor("float32", Float32Array.from(values), [1, values.length]);
      }
    }
    if (this.memory !== undefined) {
      inputs.memory = new this.ort.Tensor("float32", Float32Array.from(this.memory), [1, this.memory.length]);
    }
    const after = await this.session.run(inputs);
    this.q = Array.from(after.next_q.data);
    this.rate = Array.from(after.next_rate.data);
    if (this.memory !== undefined) {
      this.memory = Array.from(after.next_memory.data);
    }
    return { q: this.q, rate: this.rate };
  }
}

// metadata are the texts in a file by their names, which no runtime for JavaScript reads: a file is a
// message of protobuf, whose field 14 has a name in field 1 and a text in field 2.
function metadata(file) {
  const texts = {}, decoder = new TextDecoder();
  for (const [number, entry] of fields(file)) {
    if (number === 14) {
      const { 1: name, 2: text } = Object.fromEntries(fields(entry));
      texts[decoder.decode(name)] = decoder.decode(text);
    }
  }
  return texts;
}

// fields gives the numbers and the bytes of the fields of a message that have a length.
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0, scale = 1;
    for (let byte = 128; byte >= 128; scale *= 128) {
      byte = bytes[at++];
      if (byte === undefined) {
        throw new Error("the file is no ONNX model, or is cut off");
      }
      value += (byte % 128) * scale;
    }
    return value;
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, type] = [Math.floor(key / 8), key % 8];
    if (type === 0) {
      varint();
    } else if (type === 2) {
      const end = varint() + at;
      yield [number, bytes.subarray(at, end)];
      at = end;
    } else {
      at += type === 1 ? 8 : 4;
    }
  }
}

// The steps of training go on from these, besides their number.
const state = ["weights", "first_moment", "second_moment"];

// Trainer makes steps of training with a file of gmnc export --train-step; weights and moments go from each to the next.
// ort is onnxruntime-web or onnxruntime-node, session one of the file.
export class Trainer {
  constructor(ort, session) {
    this.ort = ort;
    this.session = session;
    const extents = (name) => session.inputMetadata.find((input) => input.name === name).shape;
    const zeros = (name) => new ort.Tensor("float32", new Float32Array(extents(name)[0]), extents(name));
    this.state = Object.fromEntries(state.map((name) => [name, zeros(name)]));
    this.state.step = new ort.Tensor("int64", [0n], []); // the first step takes the weights in the file
  }

  // step makes a step on a batch, tensors by the names of the file's inputs, and
  // gives the loss before it.
  async step(batch, learningRate) {
    const after = await this.#run(batch, learningRate);
    this.state = Object.fromEntries(Object.keys(this.state).map((name) => [name, after["next_" + name]]));
    return after.loss.data[0];
  }

  // predict gives the file's outputs by the weights of now; targets may be anything.
  predict(batch) {
    return this.#run(batch, 0);
  }

  #run(batch, learningRate) {
    return this.session.run({ ...batch, ...this.state, learning_rate: new this.ort.Tensor("float32", [learningRate], []) });
  }
}

const product = (shape) => shape.reduce((a, b) => a * b, 1);

// extents measures nested arrays along their axes; where one is empty, the rest is known.
function extents(name, values, axes, known) {
  const shape = [];
  let inside = values;
  for (; Array.isArray(inside); inside = inside[0]) {
    shape.push(inside.length);
  }
  const empty = shape.length > 0 && shape[shape.length - 1] === 0;
  if (shape.length > axes.length || (shape.length < axes.length && !empty)) {
    throw new Error(`${name} has ${shape.length} dimensions: expected [${axes.join(", ")}]`);
  }
  return [...shape, ...known.slice(shape.length)];
}

// collect adds the numbers of nested arrays of a shape.
function collect(name, values, [extent, ...rest], flat, whole) {
  if (extent === undefined) {
    if (typeof values !== "number" || (whole && !Number.isSafeInteger(values))) {
      throw new Error(`${name} holds ${JSON.stringify(values)}: expected ${whole ? "whole numbers" : "numbers"}`);
    }
    flat.push(values);
    return;
  }
  if (!Array.isArray(values) || values.length !== extent) {
    throw new Error(`${name} is ragged: all systems of a batch have as many, here ${extent}`);
  }
  for (const inside of values) {
    collect(name, inside, rest, flat, whole);
  }
}

// nested are the arrays of a tensor.
function nested({ data, dims }) {
  const part = (start, [extent, ...rest]) => {
    const size = product(rest);
    return rest.length === 0
      ? Array.from(data.subarray(start, start + extent))
      : Array.from({ length: extent }, (_, i) => part(start + i * size, rest));
  };
  return part(0, dims);
}
