// Throws of the cube of the recorded tosses, and their planner, as examples/python/throw.py
// has them. A throw is the speed and the spin of the hand that lets go. Lengths are half widths.

export const interval = 1 / 148; // s
const steps = 120;
const rounds = 4;
const fastest = { speed: 26, spin: 9 }; // of the recordings
const near = 0.1; // of the mark
const slow = 0.1; // at rest

const zip = (a, b, each) => a.map((x, i) => each(x, b[i]));
const plus = (a, b) => zip(a, b, (x, y) => x + y);
const minus = (a, b) => zip(a, b, (x, y) => x - y);
const times = (factor, a) => a.map((x) => factor * x);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const size = (a) => Math.hypot(...a);

const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const held = [0, 0, 2.6];

// turned are vectors turned from one axis towards another.
function turned(vectors, angle, first, second) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return vectors.map((r) => r.map((x, i) => (i === first ? c * x - s * r[second] : i === second ? s * r[first] + c * x : x)));
}

const arms = turned(turned(cube, 0.5, 1, 2), 0.4, 2, 0); // from the centre to the corners

// edges are the pairs of corners with an edge between them.
export const edges = cube.flatMap((a, i) => cube.map((b, j) => [i, j]).filter(([, j]) => i < j && size(minus(a, cube[j])) === 2));

// center is the mean of corners.
export const center = (corners) => times(1 / 8, corners.reduce(plus));

// corners are the positions and velocities [8][3] as a throw begins.
export const corners = (given) => ({
  position: arms.map((r) => plus(held, r)), velocity: arms.map((r) => plus(given.slice(0, 3), cross(given.slice(3), r))),
});

// starts are the throws to begin with: speeds along the table that would slide a half width
// (twice as fast slides four times as far), upward speeds, and spins.
const starts = [[7.2, 0, 0, 0, 0], [7.6, 2, 0, 0, 2], [7.2, 0, 0, 3, 0], [8, 2, 0, -2, 0], [7.6, 0, 3, 0, 0], [7.2, 2, -3, 0, -2]];

// bounded is a throw that is no faster than the recorded ones.
function bounded(given) {
  const within = (part, most) => times(Math.min(1, most / Math.max(size(part), most)), part);
  return [...within(given.slice(0, 3), fastest.speed), ...within(given.slice(3), fastest.spin)];
}

// toMark is the change of a throw, the least to first order, by which it ends off further (Gauss-Newton).
function toMark([a, b], off) {
  const [aa, ab, bb] = [dot(a, a) + 0.01, dot(a, b), dot(b, b) + 0.01];
  const scale = 1 / (aa * bb - ab * ab);
  return plus(times(scale * (bb * off[0] - ab * off[1]), a), times(scale * (aa * off[1] - ab * off[0]), b));
}

// Planner finds the throw of a file that ends at a mark [2].
export class Planner {
  constructor(model, mark) {
    Object.assign(this, { model, mark, rounds });
  }

  // run gives each throw its frames, its end, and the derivatives [2][6] of the end.
  async #run(throws) {
    const two = (each) => throws.flatMap((one) => [each(one), each(one)]); // counting where it ends along x, and along y
    const count = two(() => 0).map((_, row) => cube.map(() => [0, 1, 2].map((axis) => (axis === row % 2 ? 1 / 8 : 0))));
    const none = count.map((rows) => rows.map(() => [0, 0, 0]));
    const { position, velocity, gradients } = await this.model.pullback({
      position: two((one) => corners(one).position), velocity: two((one) => corners(one).velocity), steps,
      planes: two(() => [0, 0, 1, ...Array(21).fill(0)]), gravity: two(() => [0, 0, -187.21374]),
      mass: two(() => cube.map(() => [0.37 / 8])), gyration: two(() => cube.map((r) => times(1 / 8 / Math.sqrt(3), r))),
      bodies: two(() => cube.map(() => 0)), cotangent_positions: Array.from({ length: steps }, (_, at) => (at < steps - 1 ? none : count)),
    });
    return throws.map((given, i) => {
      const frames = [corners(given).position, ...position.map((rows) => rows[2 * i])];
      const by = [0, 1].map((k) => gradients.velocity[2 * i + k]).map((g) => [...g.reduce(plus), ...zip(arms, g, cross).reduce(plus)]);
      const off = minus(this.mark, center(frames.at(-1)).slice(0, 2));
      return { given, frames, by, off, share: 1, rests: Math.max(...velocity.at(-1)[2 * i].flat().map(Math.abs)) < slow };
    });
  }

  async start() {
    const towards = times(1 / Math.sqrt(size(this.mark) || 1), this.mark);
    this.throws = await this.#run(starts.map(([slides, ...start]) => bounded([...times(slides, towards), ...start])));
  }

  // improve is a round: each throw that ends nearer to the mark takes the place of the one before.
  async improve() {
    const tried = await this.#run(this.throws.map(({ given, by, off, share }) => bounded(plus(given, times(share, toMark(by, off))))));
    this.throws = zip(this.throws, tried, (old, after) => (size(after.off) < size(old.off) ? after : { ...old, share: old.share / 3 }));
  }

  // best is the throw that reaches the mark and is the least sensitive to the hand, or the nearest.
  best() {
    const reaches = ({ off, rests }) => size(off) < near && rests;
    const worth = (one) => (reaches(one) ? size(one.by.flat()) : 1e3 + size(one.off));
    const best = this.throws.reduce((a, b) => (worth(b) < worth(a) ? b : a));
    return { ...best, distance: size(best.off), reached: reaches(best) };
  }
}
