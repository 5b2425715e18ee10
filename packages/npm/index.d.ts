import type { InferenceSession, Tensor } from "onnxruntime-common";

/** What the functions need of onnxruntime-web or onnxruntime-node. */
export interface Runtime {
  InferenceSession: { create(source: any, options?: InferenceSession.SessionOptions): Promise<InferenceSession> };
  Tensor: typeof Tensor;
}

/** Systems by the names of the model's inputs, as nested arrays. */
export interface Systems {
  /** [batch][particles][3] */
  position: number[][][];
  /** [batch][particles][3] */
  velocity: number[][][];
  /** [batch][particles][1] */
  charge?: number[][][];
  /** [batch][sticks][2], the two ends; none by default */
  sticks?: number[][][];
  /** [batch][hinges][3], the joint first; none by default */
  hinges?: number[][][];
  [input: string]: number[][][] | number[][][][] | undefined;
}

export interface Prediction {
  position: number[][][];
  velocity: number[][][];
}

export declare class Model {
  readonly session: InferenceSession;
  predict(systems: Systems): Promise<Prediction>;
  rollout(systems: Systems, steps: number): Promise<number[][][][]>;
}

export declare function load(ort: Runtime, source: string | Uint8Array | ArrayBuffer, options?: InferenceSession.SessionOptions): Promise<Model>;
