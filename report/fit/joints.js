// Rigid bodies on joints about or along one axis each: how far joints have turned or slid,
// in place of positions, and back.

const plus = (a, b) => a.map((x, i) => x + b[i]);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const times = (factor, a) => a.map((x) => factor * x);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const turned = (x, axis, angle) => plus(plus(times(Math.cos(angle), x), times(Math.sin(angle), cross(axis, x))), times((1 - Math.cos(angle)) * dot(axis, x), axis));

// ground is what stands still; the others are placed by it.
const ground = { rotate: (x) => x, place: (x) => x, spin: [0, 0, 0], speed: () => [0, 0, 0] };

// Joints are a system's joints as the file takes them: inputs by particle.
export class Joints {
  constructor({ rest, joint_anchor: anchor, turn_axis: turn, slide_axis: slide, bodies, parents }) {
    const count = Math.max(...bodies) + 1;
    this.rest = rest;
    this.bodies = Array.from({ length: count }, (_, body) => {
      const members = bodies.flatMap((other, i) => (other === body ? [i] : []));
      const hung = members.find((i) => parents[i] >= 0);
      const first = members[0];
      const turns = Boolean(turn && dot(turn[first], turn[first]) > 0);
      return { members, turns, anchor: anchor[first], axis: (turns ? turn : slide)[first], parent: hung === undefined ? -1 : bodies[parents[hung]] };
    });
    const depth = (body) => (body < 0 ? 0 : 1 + depth(this.bodies[body].parent));
    this.order = [...this.bodies.keys()].sort((a, b) => depth(a) - depth(b));
  }

  // placed is a body on its parent, which turned or slid by q at the rate w.
  #placed({ turns, anchor, axis }, parent, q, w) {
    const from = parent.place(anchor);
    const along = parent.rotate(axis);
    const rotate = turns ? (x) => turned(parent.rotate(x), along, q) : parent.rotate;
    const shift = turns ? from : plus(from, times(q, along));
    const spin = turns ? plus(parent.spin, times(w, along)) : parent.spin;
    const move = turns ? parent.speed(from) : plus(parent.speed(from), times(w, along));
    return { rotate, spin, place: (x) => plus(shift, rotate(minus(x, anchor))), speed: (x) => plus(move, cross(spin, minus(x, from))) };
  }

  // whole are the series of coordinates over frames, without jumps by whole turns.
  whole(series) {
    return series.map((values, joint) => (this.bodies[joint].turns ? steady(values) : values));
  }

  // coordinates are q of each joint of recorded positions, each by least squares after those
  // before it.
  coordinates(position) {
    const all = [];
    const placed = [];
    for (const number of this.order) {
      const body = this.bodies[number];
      const parent = placed[body.parent] ?? ground;
      const [from, along] = [parent.place(body.anchor), parent.rotate(body.axis)];
      let [sine, cosine, slid] = [0, 0, 0];
      for (const i of body.members) {
        const [r, d] = [parent.rotate(minus(this.rest[i], body.anchor)), minus(position[i], from)];
        sine += dot(along, cross(r, d));
        cosine += dot(r, d) - dot(along, r) * dot(along, d);
        slid += dot(along, minus(d, r)) / body.members.length;
      }
      all[number] = body.turns ? Math.atan2(sine, cosine) : slid;
      placed[number] = this.#placed(body, parent, all[number], 0);
    }
    return all;
  }

  // particles are positions and velocities of coordinates and their rates.
  particles(q, w) {
    const system = { position: [], velocity: [] };
    const placed = [];
    for (const number of this.order) {
      const body = this.bodies[number];
      placed[number] = this.#placed(body, placed[body.parent] ?? ground, q[number], w[number]);
      for (const i of body.members) {
        system.position[i] = placed[number].place(this.rest[i]);
        system.velocity[i] = placed[number].speed(system.position[i]);
      }
    }
    return system;
  }
}

// Points are systems without joints, which the coordinates of the particles describe.
export class Points {
  whole(series) {
    return series;
  }

  coordinates(position) {
    return position.flat();
  }

  particles(q, w) {
    const rows = (all) => Array.from({ length: all.length / 3 }, (_, i) => all.slice(3 * i, 3 * i + 3));
    return { position: rows(q), velocity: rows(w) };
  }
}

// steady takes jumps by whole turns out of angles.
function steady(values) {
  let turns = 0;
  return values.map((value, i) => {
    turns -= i ? 2 * Math.PI * Math.round((value - values[i - 1]) / (2 * Math.PI)) : 0;
    return value + turns;
  });
}
