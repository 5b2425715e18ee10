// Swings the double pendulum up in this page: plans by the file's gradients, moves by the
// simulator, and shows both.
import { Planner } from "./ilqr.js";
import { fail, moment, next, opened, played, spaceOf, status } from "./live.js";
import { Pendulum, particles, stateOf } from "./pendulum.js";

const dt = 0.04; // s, the file's interval
const limit = 9; // N m
const rounds = 10; // of the first plan
const applied = 2; // intervals of a plan that are driven before the next
const held = 25; // intervals upright that end it
const longest = 200; // intervals
const goal = [Math.PI, Math.PI, 0, 0];

// drawn are the points of the picture: the particles, and the pivot and the elbow.
function drawn(state) {
  const { position } = particles(state);
  const elbow = [-0.6 * Math.sin(state[0]), 0, -0.6 * Math.cos(state[0])];
  return [...position, [0, 0, 0], elbow];
}

const motor = { field: "torque", particle: 12, along: [0, limit, 0] };

// sample is the pendulum as the picture takes systems, in the bounds of where it may go.
const sample = {
  parts: Array.from({ length: 14 }, (_, i) => (i < 12 ? ["upper link", "lower link"][i < 6 ? 0 : 1] : ["pivot", "elbow"][i - 12])),
  bars: [[12, 13, "stick"], [13, 11, "stick"], [0, 1, "body"], [2, 3, "body"], [6, 7, "body"], [8, 9, "body"]].map(([a, b, look]) => ({ a, b, look, kind: look })),
  truth: [0, 1, 2, 3].map((quarter) => drawn([(quarter * Math.PI) / 2, (quarter * Math.PI) / 2, 0, 0])),
  straight: drawn([0, 0, 0, 0]), pins: [[0, 0, 0]], up: [0, 0, 1], loads: [[motor]],
  view: { height: [0, 0, 1], away: [0.35, 0.9, -0.25] },
};

const charts = ["angle from hanging, degrees", "torque, N m"].map((y, i) => ({
  title: ["Angles", "Torque"][i], x: "time, s", y,
  series: [["upper link", "#0072b2"], ["lower link", "#d55e00"]].slice(0, 2 - i).map(([name, color]) => ({ name: i ? "motor" : name, color, shape: "line", x: [], y: [] })),
}));

// degrees are angles one after the other without jumps by a whole turn.
function degrees(angles) {
  let last = 0;
  return angles.map((angle) => (180 / Math.PI) * (last = angle - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI))));
}

class Steering {
  constructor(model, robot) {
    Object.assign(this, { model, robot, frames: [], going: false, swinging: false });
    this.space = spaceOf(sample);
    this.space?.trace("truth");
    this.show({ state: [0, 0, 0, 0], torque: 0 });
    this.drawn = drawFigure(find("#motion"), { title: "What was driven", charts });
    this.listen();
  }

  listen() {
    const start = () => (this.swinging ? this.stop() : this.swing().catch(fail));
    find("#start").addEventListener("click", start);
    find("#replay").addEventListener("click", () => this.replay());
    onKeys(find("#space"), { ...this.space?.keys(), Home: () => this.space?.look(sample.view), " ": start });
    find("#start").disabled = false;
  }

  // stop lets a swing end after what it is about to drive.
  stop() {
    this.going = false;
    find("#start").disabled = true;
  }

  // show is the pendulum at a frame, with what is planned from there.
  show({ state, torque, plan }) {
    motor.along = [0, torque || 1e-6, 0];
    const frames = plan?.map(drawn);
    this.space?.place("input");
    this.space?.place("straight");
    this.space?.place("truth", drawn(state));
    this.space?.place("prediction", frames?.at(-1));
    this.space?.trace("prediction", frames);
    this.space?.around.act(0, drawn(state));
    this.space?.render();
  }

  // chart takes the frames into the charts.
  chart() {
    const columns = [[0, 1].map((k) => degrees(this.frames.map(({ state }) => state[k]))), [this.frames.map(({ torque }) => torque)]];
    for (const [i, chart] of charts.entries()) {
      chart.series.forEach((series, k) => Object.assign(series, { x: this.frames.map((_, at) => dt * at), y: columns[i][k] }));
      redraw(this.drawn[i], chart);
    }
  }

  // swing drives the pendulum from hanging until it is upright for a second.
  async swing() {
    this.going = this.swinging = true;
    this.frames = [];
    find("#start").textContent = "Stop";
    find("#replay").disabled = true;
    status.classList.remove("verdict", "broken");
    try {
      this.robot.reset();
      const planner = await this.plan();
      let upright = 0;
      while (this.going && upright < held && this.frames.length < longest) {
        upright = await this.drive(planner, upright);
        this.chart();
        await planner.after(stateOf(this.robot.seen()), applied);
        await planner.improve();
      }
      this.end(upright);
    } finally {
      this.going = this.swinging = false;
      Object.assign(find("#start"), { textContent: "Swing up", disabled: false });
      find("#replay").disabled = !this.frames.length;
    }
  }

  // plan is the first.
  async plan() {
    const planner = new Planner(this.model, { goal, running: [2, 2, 0.05, 0.05], last: [100, 100, 10, 10], effort: 0.02, limit, dt, horizon: 30 });
    await planner.start([0, 0, 0, 0], Array.from({ length: 30 }, (_, t) => limit * Math.sign(Math.sin(5 * dt * t))));
    for (let round = 1; this.going && round <= rounds; round++) {
      status.textContent = `Planning from rest, round ${round} of ${rounds}.`;
      await planner.improve();
      this.show({ state: planner.path[0], torque: 0, plan: planner.path });
      await next();
    }
    status.textContent = "Swinging up.";
    return planner;
  }

  // drive goes on by the first torques of the plan, and counts the intervals upright.
  async drive(planner, upright) {
    for (let at = 0; at < applied && upright < held; at++) {
      const frame = { state: stateOf(this.robot.seen()), torque: planner.torques[at], plan: planner.path.slice(at) };
      this.frames.push(frame);
      this.show(frame);
      moment(dt * this.frames.length);
      await next();
      this.robot.move(dt, [frame.torque, 0]);
      const [upper, lower] = planner.distance(stateOf(this.robot.seen()));
      upright = Math.max(Math.abs(upper), Math.abs(lower)) < 0.2 ? upright + 1 : 0;
    }
    return upright;
  }

  end(upright) {
    const after = (dt * (this.frames.length - upright)).toFixed(2);
    status.textContent = upright === held
      ? `Upright for ${(dt * held).toFixed(1)} s after ${after} s, by at most ${limit} N m.`
      : `Stopped after ${(dt * this.frames.length).toFixed(2)} s.`;
    status.dataset.done = upright;
  }

  // replay shows the frames as fast as they were, until they end or a swing begins.
  async replay() {
    find("#replay").disabled = true;
    await played(this.frames.length, dt, (at) => this.show({ ...this.frames[at], plan: undefined }), () => !this.swinging);
    find("#replay").disabled = this.swinging;
  }
}

try {
  const model = new Pendulum(await opened("../python/swing.onnx"));
  const robot = simulator(await (await fetch("../python/pendulum.urdf")).text());
  if (robot.error) {
    throw new Error(robot.error);
  }
  globalThis.steering = new Steering(model, robot);
  status.textContent = "The pendulum hangs still.";
} catch (failure) {
  fail(failure);
}
