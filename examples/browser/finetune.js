// Trains on with a file of `gmnc export --train-step`, where it runs: in a page, or
// in Node.

const state = ["weights", "first_moment", "second_moment"];

// Trainer makes steps of training; weights and moments go from each to the next.
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
    const after = await this.session.run({ ...batch, ...this.state, learning_rate: new this.ort.Tensor("float32", [learningRate], []) });
    this.state = Object.fromEntries(Object.keys(this.state).map((name) => [name, after["next_" + name]]));
    return after.loss.data[0];
  }
}
