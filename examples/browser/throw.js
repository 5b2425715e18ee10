// Throws the cube onto a mark in this page: plans by the file's gradients, moves by the
// simulator, and shows both.
import { fail, next, opened, played, spaceOf, status } from "./live.js";
import { center, corners, edges, interval, Planner } from "./toss.js";

const reach = 6; // half widths, of the table around the hand

// drawn are the points of the picture: the corners, and the centre.
const drawn = (position) => [...position, center(position)];

const atHand = drawn(corners([0, 0, 0, 0, 0, 0]).position);

// sample is the cube as the picture takes systems, in the bounds of where it may go.
const sample = {
  parts: [...Array(8).fill("corner"), "centre"],
  bars: edges.map(([a, b]) => ({ a, b, look: "body", kind: "body" })),
  truth: [-reach, reach].map((side) => atHand.map((_, i) => [side, side, i % 2 ? 0 : 5])),
  straight: atHand, up: [0, 0, 1], planes: [{ normal: [0, 0, 1], offset: 0 }],
  view: { height: [0, 0, 1], away: [0.25, 0.75, -0.6] },
};

const series = () => [["simulated", "#1a1a1a"], ["planned", "#d55e00"]].map(([name, color]) => ({ name, color, shape: "line", x: [], y: [] }));
const charts = ["height of the centre, half widths", "distance from the mark, half widths"].map((y, i) => ({ title: ["Height", "Distance"][i], x: "time, s", y, series: series() }));

class Throwing {
  constructor(model) {
    this.model = model;
    this.space = spaceOf(sample);
    this.target = this.space && ring();
    this.space?.scene.add(this.target);
    this.drawn = drawFigure(find("#motion"), { title: "Where the cube was", charts });
    for (const slider of ["#ahead", "#aside"]) {
      find(slider).addEventListener("input", () => this.aim());
    }
    find("#start").addEventListener("click", () => this.throw().catch(fail));
    find("#replay").addEventListener("click", () => this.replay().catch(fail));
    onKeys(find("#space"), { ...this.space?.keys(), Home: () => this.space?.look(sample.view), " ": () => this.throw().catch(fail) });
    this.aim();
    this.free(true);
  }

  // aim takes the mark from the sliders.
  aim() {
    this.mark = ["#ahead", "#aside"].map((slider) => Number(find(slider).value));
    find("#mark").textContent = `(${this.mark.join(", ")}) half widths from below the hand`;
    this.target?.position.set(...this.mark, 0);
    this.show(atHand.slice(0, 8));
  }

  // free lets the page be used, or not.
  free(yes) {
    this.busy = !yes;
    for (const control of ["#start", "#ahead", "#aside"]) {
      find(control).disabled = !yes;
    }
    find("#replay").disabled = !yes || !this.frames;
  }

  // show is the simulated cube, and the planned one with its way.
  show(simulated, planned, way) {
    this.space?.place("input");
    this.space?.place("straight");
    this.space?.place("truth", drawn(simulated));
    this.space?.place("prediction", planned && drawn(planned));
    this.space?.trace("prediction", way?.map((position) => [...way.at(-1), center(position)]));
    this.space?.render();
  }

  // throw plans, lets the cube go, and says where both came to rest.
  async throw() {
    if (this.busy) {
      return;
    }
    this.free(false);
    status.classList.remove("verdict", "broken");
    delete status.dataset.done;
    try {
      this.plan = await this.planned();
      this.frames = this.simulated(this.plan);
      this.chart();
      status.textContent = "Thrown.";
      await this.play();
      this.end();
    } finally {
      this.free(true);
    }
  }

  async planned() {
    const planner = new Planner(this.model, this.mark);
    for (let round = 0; round <= planner.rounds; round++) {
      status.textContent = `Planning, round ${round} of ${planner.rounds}.`;
      await next();
      await (round ? planner.improve() : planner.start());
      const { frames } = planner.best();
      this.show(frames[0], frames.at(-1), frames);
      await next();
    }
    return planner.best();
  }

  // simulated are the frames of the simulator.
  simulated({ given, frames }) {
    const { position, velocity } = corners(given);
    const thrown = cube(position, velocity);
    if (thrown.error) {
      throw new Error(thrown.error);
    }
    return frames.map((_, at) => {
      if (at > 0) {
        thrown.move();
      }
      return thrown.seen().position;
    });
  }

  off(position) {
    return distance(center(position).slice(0, 2), this.plan.mark);
  }

  chart() {
    this.plan.mark = this.mark;
    const both = [this.frames, this.plan.frames];
    for (const [i, chart] of charts.entries()) {
      chart.series.forEach((one, k) => Object.assign(one, {
        x: both[k].map((_, at) => interval * at), y: both[k].map((position) => (i ? this.off(position) : center(position)[2])),
      }));
      redraw(this.drawn[i], chart);
    }
  }

  // play shows the throw as fast as it is.
  async play() {
    const show = (at) => this.show(this.frames[at], this.plan.frames[at], this.plan.frames);
    await played(this.frames.length, interval, show);
  }

  async replay() {
    this.free(false);
    try {
      await this.play();
    } finally {
      this.free(true);
    }
  }

  end() {
    const [speed, spin] = [this.plan.given.slice(0, 3), this.plan.given.slice(3)].map((part) => Math.hypot(...part).toFixed(1));
    const simulated = this.off(this.frames.at(-1));
    const verdict = this.plan.reached ? "" : " No planned throw comes nearer.";
    status.textContent = `At ${speed} half widths/s and ${spin} radians/s the cube ends ${this.plan.distance.toFixed(2)} half widths from the mark by the file, ${simulated.toFixed(2)} in the simulator.${verdict}`;
    Object.assign(status.dataset, { done: this.plan.distance, simulated });
  }
}

// ring is the mark on the table.
function ring() {
  const material = new THREE.MeshLambertMaterial({ color: 0x0072b2 });
  const dot = new THREE.Mesh(new THREE.SphereGeometry(0.25, 20, 14), material);
  dot.scale.z = 0.2;
  const all = new THREE.Group();
  all.add(new THREE.Mesh(new THREE.TorusGeometry(1, 0.09, 8, 48), material), dot);
  return all;
}

try {
  globalThis.throwing = new Throwing(await opened("../python/toss.onnx"));
  status.textContent = "The cube is in the hand.";
} catch (failure) {
  fail(failure);
}
