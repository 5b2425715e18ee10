import type { InferenceSession, Tensor } from "onnxruntime-common";

/** What the functions need of onnxruntime-web or onnxruntime-node. */
export interface Runtime {
  InferenceSession: { create(source: any, options?: InferenceSession.SessionOptions): Promise<InferenceSession> };
  Tensor: typeof Tensor;
}

/** Systems by the names of the model's inputs, as nested arrays. A model takes some of them; objects may be left out. */
export interface Systems {
  /** [batch][particles][3] */
  position: number[][][];
  /** [batch][particles][3] */
  velocity: number[][][];
  // generated: types
  /** [batch, particles, 1] charges of the particles of each system */
  charge?: number[][][];
  /** [batch, particles, 1] masses of the particles of each system */
  mass?: number[][][];
  /** [batch, particles, 1] 1 of particles that are held where they are, 0 of others */
  pinned?: number[][][];
  /** [batch, 3] acceleration of free particles by a uniform field, of each system */
  gravity?: number[][] | number[][][];
  /** [batch, particles, 3] known forces on the particles from outside */
  force?: number[][][] | number[][][][];
  /** [batch, 3] first vector of the periodic cell of each system; none where all three are 0 */
  cell_a?: number[][];
  /** [batch, 3] second vector of the periodic cell */
  cell_b?: number[][];
  /** [batch, 3] third vector of the periodic cell */
  cell_c?: number[][];
  /** [batch, particles, 3] positions in the pose in which anchors and axes of joints are given */
  rest?: number[][][];
  /** [batch, particles, 3] point at rest about which the particle's body turns */
  joint_anchor?: number[][][];
  /** [batch, particles, 3] axis at rest about which the joint of the particle's body turns, of length 1; 0 of one that slides */
  turn_axis?: number[][][];
  /** [batch, particles, 3] axis at rest along which the joint of the particle's body slides, of length 1; 0 of one that turns */
  slide_axis?: number[][][];
  /** [batch, particles, 1] joint of the particle's body: 0 with an axis, 1 a ball joint, 2 none, so that the body floats */
  joint_type?: number[][][];
  /** [batch, particles, 1] torque about the axis of the joint of the particle's body */
  torque?: number[][][] | number[][][][];
  /** [batch, particles, 1] force along the axis of the joint of the particle's body */
  thrust?: number[][][] | number[][][][];
  /** [batch, particles, 1] torque against the turning of the joint of the particle's body, over its rate */
  turn_damping?: number[][][];
  /** [batch, particles, 1] force against the sliding of the joint of the particle's body, over its rate */
  slide_damping?: number[][][];
  /** [batch, particles, 1] torque against the turning of the joint of the particle's body, at any rate */
  turn_friction?: number[][][];
  /** [batch, particles, 1] force against the sliding of the joint of the particle's body, at any rate */
  slide_friction?: number[][][];
  /** [batch, particles, 2] angle from rest of the joint of the particle's body, lower and above it upper; no limits where both are 0, or a whole turn apart */
  turn_limits?: number[][][];
  /** [batch, particles, 2] way from rest along the axis of the joint of the particle's body, lower and above it upper; no limits where both are 0 */
  slide_limits?: number[][][];
  /** [batch, particles, 1] inertia of the motor's rotor, as it acts on the turning of the joint of the particle's body */
  rotor_inertia?: number[][][];
  /** [batch, particles, 1] the same of a joint that slides */
  rotor_mass?: number[][][];
  /** [batch, particles, 1] inertia with which stops push the joint of the particle's body back from its limits */
  stop_inertia?: number[][][];
  /** [batch, particles, 1] the same of a joint that slides */
  stop_mass?: number[][][];
  /** [batch, 1] time in which stops return joints to their limits, a step at least */
  stop_time?: number[][];
  /** [batch, 24] planes that nothing goes through: normals, of any length, and offsets along them, four numbers each, the free side ahead; zeros at the end */
  planes?: number[][];
  /** [batch, 1] friction against sliding along planes, over the normal force */
  friction?: number[][];
  /** [batch, 1] speed after a bounce off a plane, over that before */
  restitution?: number[][];
  /** [batch, particles, 3] weights of a body's particles in its three principal radii of gyration, where its mass is not in them */
  gyration?: number[][][];
  /** [batch, particles, 3] weights of a body's particles in half of each edge of its box; 0 without one */
  box?: number[][][];
  /** [batch, particles, features] features of the particles of each system */
  node_features?: number[][][] | number[][][][];
  /** [batch, particles, neighbors, features] features of the edges from the neighbours, 0 where there is none */
  edge_features?: number[][][][];
  /** [batch, particles, neighbors] the particles that act on each, -1 in slots left over */
  neighbors?: number[][][];
  /** [batch, sticks, 2] both ends of each stick, as indices within the system */
  sticks?: number[][][];
  /** [batch, hinges, 3] joint and both ends of each hinge, as indices within the system */
  hinges?: number[][][];
  /** [batch, particles] the parent of each particle, to which a rigid bar joins it, as an index within the system; -1 for none */
  parents?: number[][];
  /** [batch, particles] the number of the rigid body that each particle belongs to; -1 for none */
  bodies?: number[][];
  /** [] how many steps to take, of a file that rolls; fields that differ from step to step have an axis of steps first */
  steps?: number;
  // end
  [input: string]: Numbers | undefined;
}

/** A number, or arrays of them in arrays. */
export type Numbers = number | Numbers[];

/** [batch][particles][3]; of a file that rolls [steps][batch][particles][3] */
export interface Prediction {
  position: any[][][];
  velocity: any[][][];
}

export declare class Model {
  readonly session: InferenceSession;
  /** The names of what predict takes. */
  readonly inputs: readonly string[];
  predict(systems: Systems): Promise<Prediction>;
  /** Gradients by inputs of a file of `gmnc export --gradients`, by their names; the systems have cotangents of the outputs. */
  gradients(systems: Systems): Promise<Record<string, any[]>>;
  /** What predict and gradients give, of one run of such a file. */
  pullback(systems: Systems): Promise<Prediction & { gradients: Record<string, any[]> }>;
  rollout(systems: Systems, steps: number): Promise<number[][][][]>;
  stepper(systems: Systems): Stepper;
}

/** Systems in motion: each step takes controls and moves them by one interval. */
export declare class Stepper {
  readonly model: Model;
  /** How many steps were made. */
  readonly steps: number;
  /** What the next step takes, the state among it. */
  readonly systems: Systems;
  constructor(model: Model, systems: Systems);
  step(controls?: Partial<Systems>): Promise<Prediction>;
  /** Goes back to the first state, or to another. */
  reset(state?: Partial<Systems>): void;
  /** The state as text. Throws where a number is not finite. */
  save(): string;
  /** Goes on from what save gave. Throws for a state of other inputs. */
  load(text: string): void;
}

/** How far joints have turned or slid from the pose of rest, and how fast they do. */
export interface JointState {
  q: number[];
  rate: number[];
}

/** A robot in motion, which a file of `gmnc export --joints` moves. */
export declare class Robot implements JointState {
  readonly session: InferenceSession;
  /** The names of the joints. */
  readonly joints: readonly string[];
  /** The names of the columns of q, rate and torques: one each of a joint with an axis. */
  readonly columns: Readonly<Record<"q" | "rate" | "torque", readonly string[]>>;
  /** The state, which may be set. It begins at rest. */
  q: number[];
  rate: number[];
  /** source is a URL, or the file's bytes. */
  static load(ort: Runtime, source: string | Uint8Array | ArrayBuffer, options?: InferenceSession.SessionOptions): Promise<Robot>;
  /** Moves it by one interval under torques, which are forces of joints that slide. */
  step(torque: ArrayLike<number>): Promise<JointState>;
}

/** Makes steps of training with a file of `gmnc export --train-step`. */
export declare class Trainer {
  /** Weights, moments and the number of steps, as tensors. */
  state: Record<string, Tensor>;
  constructor(ort: Runtime, session: InferenceSession);
  /** Makes a step on a batch, tensors by the names of the file's inputs; gives the loss before it. */
  step(batch: Record<string, Tensor>, learningRate: number): Promise<number>;
  /** The file's outputs by the weights of now; targets may be anything. */
  predict(batch: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

export declare function load(ort: Runtime, source: string | Uint8Array | ArrayBuffer, options?: InferenceSession.SessionOptions): Promise<Model>;
