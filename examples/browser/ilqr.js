// Plans torques by iterative LQR, which needs first derivatives of the model alone.

const zip = (a, b, each) => a.map((x, i) => each(x, b[i]));
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const transposed = (a) => a[0].map((_, j) => a.map((row) => row[j]));
const times = (a, b) => a.map((row) => transposed(b).map((column) => dot(row, column)));
const applied = (a, x) => a.map((row) => dot(row, x));

// Planner goes to a goal. The model has step and linear, as Pendulum; its first two numbers
// are angles. Costs are weights of squared distances, running and at the end, and of effort,
// for each interval of dt seconds.
export class Planner {
  constructor(model, { goal, running, last, effort, limit, dt, horizon }) {
    Object.assign(this, { model, goal, limit, horizon });
    this.running = running.map((weight) => dt * weight);
    this.last = last;
    this.effort = dt * effort;
    this.caution = 1;
  }

  // distance is a state's from another, angles within half a turn.
  distance(state, from = this.goal) {
    const turn = 2 * Math.PI;
    return zip(state, from, (x, y) => x - y).map((d, i) => (i < 2 ? d - turn * Math.round(d / turn) : d));
  }

  clip(torque) {
    return Math.min(Math.max(torque, -this.limit), this.limit);
  }

  cost(path, torques) {
    const weighted = (weights, state) => dot(weights, this.distance(state).map((d) => d * d));
    return path.slice(0, -1).reduce((sum, state) => sum + weighted(this.running, state), 0) + weighted(this.last, path.at(-1)) + this.effort * dot(torques, torques);
  }

  // start takes a first plan from a state.
  async start(state, torques) {
    [this.path, this.torques, this.moved] = [[state], [], false];
    await this.#extend(torques);
  }

  // after goes on with the rest of the plan from where the system is some intervals later.
  // The next round begins there, and its gains bring it to the path.
  async after(state, intervals) {
    [this.path, this.torques, this.moved] = [this.path.slice(intervals), this.torques.slice(intervals), state];
    await this.#extend(Array(intervals).fill(0));
    this.caution = Math.min(this.caution, 0.01);
  }

  async #extend(torques) {
    for (const torque of torques) {
      this.path.push((await this.model.step([this.path.at(-1)], [torque]))[0]);
      this.torques.push(torque);
    }
  }

  // improve is a round: a plan of a lower cost, or the same and more caution. From where the
  // system moved to it is the best of the round.
  async improve() {
    const changes = await this.#backward();
    const scales = [1, 0.5, 0.2, 0.05, 0];
    const paths = scales.map(() => [this.moved || this.path[0]]);
    const plans = scales.map(() => []);
    for (const [at, { change, gain }] of changes.entries()) {
      for (const [k, scale] of scales.entries()) {
        plans[k].push(this.clip(this.torques[at] + scale * change + dot(gain, this.distance(paths[k][at], this.path[at]))));
      }
      const next = await this.model.step(paths.map((path) => path[at]), plans.map((plan) => plan[at]));
      next.forEach((state, k) => paths[k].push(state));
    }
    const costs = paths.map((path, k) => this.cost(path, plans[k])).map((cost) => (Number.isFinite(cost) ? cost : Infinity));
    const best = costs.indexOf(Math.min(...costs));
    const better = this.moved || costs[best] < this.cost(this.path, this.torques);
    if (better) {
      [this.path, this.torques, this.moved] = [paths[best], plans[best], false];
    }
    this.caution = better ? Math.max(this.caution / 3, 1e-6) : Math.min(10 * this.caution + 1e-6, 1e3);
  }

  // backward gives each torque its change, and its gain by the distance from the path.
  async #backward() {
    const linear = await this.model.linear(this.path.slice(0, -1), this.path.slice(1), this.torques);
    let slope = zip(this.last, this.distance(this.path.at(-1)), (weight, d) => 2 * weight * d);
    let curve = this.last.map((weight, i) => this.last.map((_, j) => (i === j ? 2 * weight : 0)));
    const changes = [];
    for (let at = this.torques.length - 1; at >= 0; at--) {
      const { byState: a, byTorque: b } = linear[at];
      const d = this.distance(this.path[at]);
      const c = times(transposed(a), times(curve, a)).map((row, i) => row.map((x, j) => x + (i === j ? 2 * this.running[i] : 0)));
      const s = applied(transposed(a), slope).map((x, i) => x + 2 * this.running[i] * d[i]);
      const cross = applied(transposed(a), applied(curve, b));
      const push = 2 * this.effort * this.torques[at] + dot(b, slope);
      const stiff = 2 * this.effort + dot(b, applied(curve, b));
      const change = this.clip(this.torques[at] - push / (stiff + this.caution)) - this.torques[at];
      const free = Math.abs(this.torques[at] + change) < this.limit;
      const gain = cross.map((x) => (free ? -x / (stiff + this.caution) : 0));
      changes.unshift({ change, gain });
      slope = s.map((x, i) => x + gain[i] * (push + stiff * change) + cross[i] * change);
      curve = c.map((row, i) => row.map((x, j) => x + gain[i] * cross[j] + cross[i] * gain[j] + stiff * gain[i] * gain[j]));
    }
    return changes;
  }
}
