// The double pendulum of docs/mechanics.md in four numbers: the angles of both links from
// hanging, and their rates. A file of gmnc export --gradients knows it as twelve particles.

const elbow = [0, 0, -0.6];
const [s, t] = [0.1, 0.1369306445];
const rest = [
  [s, 0, -0.3], [-s, 0, -0.3], [0, s, -0.3], [0, -s, -0.3], [0, 0, -0.0763932019], [0, 0, -0.523606777],
  [t, 0, -0.85], [-t, 0, -0.85], [0, t, -0.85], [0, -t, -0.85], [0, 0, -0.612829149], [0, 0, -1.08717084],
];
const link = rest.map((_, i) => (i < 6 ? 0 : 1));
const ends = [[4, 5], [10, 11]]; // the particles on the axis of each link
const fixed = {
  rest, turn_axis: rest.map(() => [0, 1, 0]), joint_anchor: link.map((k) => (k ? elbow : [0, 0, 0])),
  parents: rest.map((_, i) => (i === 6 ? 0 : -1)), bodies: link, gravity: [0, 0, -9.81],
};

const plus = (a, b) => a.map((x, i) => x + b[i]);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const times = (factor, a) => a.map((x) => factor * x);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const across = ([x, , z]) => [z, 0, -x]; // what a vector changes by as it turns
const turned = ([x, y, z], angle) => [x * Math.cos(angle) + z * Math.sin(angle), y, z * Math.cos(angle) - x * Math.sin(angle)];

// arms are how each particle moves as the links turn: by link, the vectors that turn with it.
function arms([upper, lower]) {
  const e = turned(elbow, upper);
  const own = rest.map((at, i) => (link[i] ? turned(minus(at, elbow), lower) : turned(at, upper)));
  return [own.map((r, i) => (link[i] ? e : r)), own.map((r, i) => (link[i] ? r : [0, 0, 0]))];
}

// particles are the positions and velocities [12][3] of a state.
export function particles(state) {
  const [first, second] = arms(state);
  return {
    position: first.map((r, i) => plus(r, second[i])),
    velocity: first.map((r, i) => plus(times(state[2], across(r)), times(state[3], across(second[i])))),
  };
}

// axes are the axis of each link and its change.
const axes = ({ position, velocity }) => ends.map(([from, to]) => [minus(position[to], position[from]), minus(velocity[to], velocity[from])]);

// stateOf is the state of particles.
export function stateOf(system) {
  const seen = axes(system);
  return [...seen.map(([u]) => Math.atan2(-u[0], -u[2])), ...seen.map(([u, w]) => dot(across(u), w) / dot(u, u))];
}

// counts are the derivatives of the four numbers by positions and velocities.
function counts(system) {
  const zeros = () => rest.map(() => [0, 0, 0]);
  const all = [0, 1, 2, 3].map(() => ({ position: zeros(), velocity: zeros() }));
  for (const [k, [u, w]] of axes(system).entries()) {
    for (const [end, particle] of ends[k].entries()) {
      const share = (end ? 1 : -1) / dot(u, u);
      all[k].position[particle] = all[k + 2].velocity[particle] = times(share, across(u));
      all[k + 2].position[particle] = times(-share, across(w));
    }
  }
  return all;
}

// byState is the gradient by the four numbers, of one by positions and velocities.
function byState(state, { position, velocity }) {
  const moves = arms(state).map((own) => own.map(across));
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  return [
    ...moves.map((by, k) => sum(by.map((m, i) => dot(position[i], m) + state[2 + k] * dot(velocity[i], across(m))))),
    ...moves.map((by) => sum(by.map((m, i) => dot(velocity[i], m)))),
  ];
}

// Pendulum is a file's model of it.
export class Pendulum {
  constructor(model) {
    this.model = model;
  }

  // inputs are the file's, of states with a torque at the pivot each.
  #inputs(states, torques) {
    const moving = states.map(particles);
    return {
      ...Object.fromEntries(Object.entries(fixed).map(([name, values]) => [name, states.map(() => values)])),
      position: moving.map(({ position }) => position), velocity: moving.map(({ velocity }) => velocity),
      torque: torques.map((torque) => link.map((k) => [k ? 0 : torque])),
    };
  }

  // step gives the states an interval later.
  async step(states, torques) {
    const { position, velocity } = await this.model.predict(this.#inputs(states, torques));
    return position.map((x, i) => stateOf({ position: x, velocity: velocity[i] }));
  }

  // linear gives the derivatives of each next state by the state [4][4] and the torque [4].
  async linear(states, after, torques) {
    const four = (values) => values.flatMap((value) => [value, value, value, value]);
    const cotangents = after.flatMap((state) => counts(particles(state)));
    const by = await this.model.gradients({
      ...this.#inputs(four(states), four(torques)),
      cotangent_position: cotangents.map(({ position }) => position), cotangent_velocity: cotangents.map(({ velocity }) => velocity),
    });
    return states.map((state, n) => {
      const rows = [0, 1, 2, 3].map((row) => 4 * n + row);
      return {
        byState: rows.map((row) => byState(state, { position: by.position[row], velocity: by.velocity[row] })),
        byTorque: rows.map((row) => by.torque[row].reduce((sum, [torque], i) => sum + (link[i] ? 0 : torque), 0)),
      };
    });
  }
}
