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
  /** [batch, particles, 1] charges of the particles */
  charge?: number[][][];
  /** [batch, particles, 1] masses of the particles */
  mass?: number[][][];
  /** [batch, particles, 1] 1 for a particle that is held in place, 0 for others */
  pinned?: number[][][];
  /** [batch, 3] acceleration due to gravity, one vector for each system */
  gravity?: number[][] | number[][][];
  /** [batch, particles, 3] external forces on the particles */
  force?: number[][][] | number[][][][];
  /** [batch, 3] first vector of the periodic cell; there is no cell if all three vectors are 0 */
  cell_a?: number[][];
  /** [batch, 3] second vector of the periodic cell */
  cell_b?: number[][];
  /** [batch, 3] third vector of the periodic cell */
  cell_c?: number[][];
  /** [batch, particles, 3] positions of the particles in the rest pose, in which joint_anchor, turn_axis and slide_axis are given */
  rest?: number[][][];
  /** [batch, particles, 3] a point on the joint of the particle's body, in the rest pose */
  joint_anchor?: number[][][];
  /** [batch, particles, 3] unit axis of the revolute joint of the particle's body, in the rest pose; 0 for other joints */
  turn_axis?: number[][][];
  /** [batch, particles, 3] unit axis of the prismatic joint of the particle's body, in the rest pose; 0 for other joints */
  slide_axis?: number[][][];
  /** [batch, particles, 1] type of the joint of the particle's body: 0 revolute or prismatic, by its axis; 1 a ball joint; 2 none, so that the body floats */
  joint_type?: number[][][];
  /** [batch, particles, 1] torque about the axis of the revolute joint of the particle's body */
  torque?: number[][][] | number[][][][];
  /** [batch, particles, 1] force along the axis of the prismatic joint of the particle's body */
  thrust?: number[][][] | number[][][][];
  /** [batch, particles, 1] viscous damping coefficient of the revolute joint of the particle's body: torque over angular velocity */
  turn_damping?: number[][][];
  /** [batch, particles, 1] viscous damping coefficient of the prismatic joint of the particle's body: force over velocity */
  slide_damping?: number[][][];
  /** [batch, particles, 1] Coulomb friction torque of the revolute joint of the particle's body */
  turn_friction?: number[][][];
  /** [batch, particles, 1] Coulomb friction force of the prismatic joint of the particle's body */
  slide_friction?: number[][][];
  /** [batch, particles, 2] lower and upper limit of the angle of the revolute joint of the particle's body, from the rest pose; no limits if both are 0 or a whole turn apart */
  turn_limits?: number[][][];
  /** [batch, particles, 2] lower and upper limit of the displacement of the prismatic joint of the particle's body, from the rest pose; no limits if both are 0 */
  slide_limits?: number[][][];
  /** [batch, particles, 1] inertia of the motor's rotor, reflected to the revolute joint of the particle's body */
  rotor_inertia?: number[][][];
  /** [batch, particles, 1] mass of the motor's rotor, reflected to the prismatic joint of the particle's body */
  rotor_mass?: number[][][];
  /** [batch, particles, 1] inertia with which the stops push the revolute joint of the particle's body back from its limits */
  stop_inertia?: number[][][];
  /** [batch, particles, 1] mass with which the stops push the prismatic joint of the particle's body back from its limits */
  stop_mass?: number[][][];
  /** [batch, 1] time in which the stops return joints to their limits, one integration step at least */
  stop_time?: number[][];
  /** [batch, particles, 8] eight numbers d, r, c, l, k, s, t, w of the joint's friction at the rate v, where T is the size of the load that moves the links. d v + (r + k T) cbrt(v) adds to its damping, and direction (c + l T + (s + t T) exp(-(v / w)^2)) to its Coulomb friction */
  friction_law?: number[][][];
  /** [batch, particles, 2] presliding friction (Dahl) of the joint of the particle's body: the displacement in which friction follows the direction of motion, and the rate at which the direction decays by itself */
  friction_memory?: number[][][];
  /** [batch, particles, 163] a network that is added to the joint's friction. It has the scales of the angle, the rate and the load that moves the links, then 40 centers in these units. The weights of Gaussian functions about them, of width 0.7, come last */
  friction_network?: number[][][];
  /** [batch, particles, 2] the load on the joint of the particle's body is the first number times the load, or the current, that a file in joint coordinates is given, less the second */
  drive?: number[][][];
  /** [batch, 24] up to 6 contact planes, four numbers each: a normal n, of any length above 0, that points to the free side, and the offset d of the plane along it. Particles stay where n.x / |n| >= d. Four zeros are no plane */
  planes?: number[][];
  /** [batch, 1] coefficient of Coulomb friction in contact */
  friction?: number[][];
  /** [batch, 1] coefficient of restitution in contact */
  restitution?: number[][];
  /** [batch, particles, 3] weights by which the positions of a body's particles, from its centre of mass, add up to its three principal radii of gyration, if its mass is not at its particles */
  gyration?: number[][][];
  /** [batch, particles, 3] weights by which the positions of a body's particles, from its centre of mass, add up to half of each edge of its box; 0 for a body that is no box */
  box?: number[][][];
  /** [batch, particles, features] features of the particles */
  node_features?: number[][][] | number[][][][];
  /** [batch, particles, neighbors, features] features of the edges from the neighbors, in the same slots; 0 in unused slots */
  edge_features?: number[][][][];
  /** [batch, particles, neighbors] the particles that act on each, -1 in slots left over */
  neighbors?: number[][][];
  /** [batch, sticks, 2] the two end particles of each rigid stick, by their indices in the system; the shape is [batch, 0, 2] if there are none */
  sticks?: number[][][];
  /** [batch, hinges, 3] the joint particle and the two end particles of each hinge of two rigid bars, by their indices in the system; the shape is [batch, 0, 3] if there are none */
  hinges?: number[][][];
  /** [batch, particles] the parent of each particle in a tree of rigid bars, by its index in the system; -1 for a root and for a particle in no tree */
  parents?: number[][];
  /** [batch, particles] the number of the rigid body that each particle belongs to, from 0 on; -1 for none */
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
  /** The state, which may be set, as reset does. It begins at rest. */
  q: number[];
  rate: number[];
  /** The direction that the friction of each joint with an axis is in, -1 to 1; undefined where it has no memory. */
  memory?: number[];
  /** Begins anew at rest, or at a state. Friction with memory takes the direction of rate. */
  reset(q?: ArrayLike<number>, rate?: ArrayLike<number>): void;
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
