"use strict";
// The controls of the picture in space: which sample, at what time, seen how.

// clock is a time in intervals as the data's unit has it.
function clock(time) {
  const { value, unit } = scene.interval ?? {};
  return value && !(value === 1 && !unit) ? `, t = ${number(time * value)}${unit && ` ${unit}`}` : "";
}

// between is the state at a time between two frames: on straight lines.
function between(frames, time) {
  const before = Math.min(Math.floor(time), frames.length - 1);
  const after = Math.min(before + 1, frames.length - 1);
  const share = time - before;
  return frames[before].map((point, i) => point.map((x, axis) => x + share * (frames[after][i][axis] - x)));
}

class Player {
  constructor() {
    this.hidden = new Set(["straight"]);
    this.order = scene.samples.map((_, i) => i);
    try {
      this.space = new Space(find("#space"));
      hover(this);
    } catch {
      find("#space").hidden = true;
      find("#nospace").hidden = false;
    }
    this.list();
    this.listen();
    this.rank(0.5);
  }

  // list names the samples, the least error first where errors are known, and those last
  // that have none.
  list() {
    const error = (i) => (Number.isFinite(scene.samples[i].rmse) ? scene.samples[i].rmse : Infinity);
    this.order.sort((a, b) => error(a) - error(b) || a - b);
    find("#sample").replaceChildren(...this.order.map((i) => new Option(this.name(scene.samples[i]), i)));
  }

  // rank shows the sample at a share of the way from the best to the worst.
  rank(share) {
    this.show(this.order[Math.round(share * (this.order.length - 1))]);
  }

  name(sample) {
    return sample.prediction.length > 1 ? `${sample.number}: error ${length(sample.rmse)}` : `${sample.number}`;
  }

  // show is the sample with an index, at the end of its first interval.
  show(index) {
    this.index = index;
    this.sample = scene.samples[index];
    find("#sample").value = index;
    this.stop();
    this.legend();
    this.space?.show(this.sample);
    this.space && this.surroundings();
    this.refresh();
  }

  // refresh takes what is known of the sample now, such as a new prediction.
  refresh() {
    this.last = Math.max(this.sample.truth.length, this.sample.prediction.length) - 1;
    const { truth, prediction } = this.sample;
    const farthest = truth.slice(1).flatMap((frame, k) => frame.map((point, i) => (prediction[k + 1] ? distance(point, prediction[k + 1][i]) : 0)));
    this.mostError = Math.min(Math.max(...farthest) || 1, this.space?.reach ?? Infinity);
    this.trace();
    find("#time").max = this.last;
    const known = this.sample.truth.length - 1;
    find("#ends").replaceChildren(...(known < this.last ? [new Option("the truth ends", known)] : []));
    this.at(Math.min(1, this.last));
  }

  // at is a time in intervals; 0 is the input.
  at(time) {
    this.time = Math.max(0, Math.min(time, this.last));
    find("#time").value = this.time;
    const step = Math.round(this.time);
    const whole = Math.abs(this.time - step) < 1e-6;
    const moment = (this.last > 1 ? `${this.time.toFixed(whole ? 0 : 1)} of ${this.last} intervals` : ["input", "one interval later"][step]) + clock(this.time);
    const end = this.sample.truth.length - 1;
    const beyond = this.time > end + 1e-6 ? `, ${(this.time - end).toFixed(whole ? 0 : 1)} after the truth ends` : "";
    find("#moment").textContent = beyond ? moment + beyond : whole ? moment : this.last > 1 ? moment : "interpolated";
    if (whole) {
      this.say(step);
    }
    if (this.listed !== step || whole) {
      this.particles((this.listed = step)); // the nearest step's
    }
    const { truth, prediction, straight } = this.sample;
    if (this.space) {
      this.space.dots = this.dotted();
    }
    const seen = (name, points) => this.space?.place(name, this.hidden.has(name) ? undefined : points);
    const known = this.time <= truth.length - 1 + 1e-6 ? between(truth, this.time) : undefined;
    const predicted = this.time <= prediction.length - 1 + 1e-6 && prediction.length > 1 ? between(prediction, this.time) : undefined;
    seen("input", truth[0]);
    seen("truth", known);
    seen("prediction", predicted);
    this.space?.around.act(this.time, known);
    this.space?.miss(known, predicted, this.hidden.has("prediction") ? 0 : Number(find("#times").value));
    const radii = whole ? this.sample.radii?.[step - 1] : undefined;
    this.space?.within(radii && !this.hidden.has("prediction") && find("#radii").checked ? predicted : undefined, radii);
    this.paint(known, predicted);
    seen("straight", truth[0].map((point, i) => point.map((x, axis) => x + this.time * (straight[i][axis] - x))));
    this.space?.render();
  }

  // say tells the errors at a step, for those who do not see them.
  say(step) {
    const { truth, prediction, line } = this.sample;
    const size = this.space ? ` The box is ${this.space.size.map(number).join(" × ")}${scene.unit ? " " + scene.unit : ""}.` : "";
    let text = `Sample ${this.sample.number}, ${["the input", "one interval later"][step] ?? `${step} intervals later`}.`;
    if (step > 0 && truth[step] && prediction[step]) {
      text += ` Root mean squared error ${length(rmse(truth[step], prediction[step]))}`;
      text += step === 1 ? `; at constant velocity ${length(line)}.` : ".";
    }
    if (step >= truth.length) {
      text += ` The truth ends after ${truth.length - 1}.`;
    }
    if (step >= prediction.length && prediction.length > 1) {
      text += ` The prediction is not finite after ${prediction.length - 1}.`;
    }
    find("#says").textContent = text + size;
    this.leaves(step);
  }

  // trace draws the paths, if they are wanted.
  trace() {
    for (const name of ["truth", "prediction"]) {
      const { links } = this.sample;
      const points = links && !this.dotted() ? this.sample[name].map((frame) => linkEnds(links, frame, true)) : this.sample[name];
      this.space?.trace(name, find("#paths").checked ? points : undefined);
    }
  }

  // dotted reports whether particles are drawn: of a robot where they are wanted, or coloured.
  dotted() {
    return !this.sample.links || find("#dots").checked || find("#colors").value !== "role";
  }

  // paint colours predicted particles by their errors or bars by their change of length.
  paint(known, predicted) {
    const by = find("#colors").value;
    const { bars: joined, truth } = this.sample;
    const span = (points, { a, b }) => distance(points[a], points[b]);
    this.space?.paint(
      by === "error" && known && predicted ? predicted.map((point, i) => distance(point, known[i]) / this.mostError) : undefined,
      by === "stretch" && predicted ? joined.map((bar) => Math.abs(span(predicted, bar) / span(truth[0], bar) - 1) / stretchOfRed) : undefined);
    const scale = { error: [errorStops, length(this.mostError)], stretch: [stretchStops, `${100 * stretchOfRed} % or more`] }[by];
    const stops = scale?.[0].map((color) => `#${color.toString(16).padStart(6, "0")}`).join(", ");
    find("#shades").replaceChildren(...(scale ? ["0", Object.assign(document.createElement("i"), { style: `background: linear-gradient(to right, ${stops})` }), scale[1]] : []));
  }

  // surroundings says what is drawn around the system.
  surroundings() {
    const { floor, step, largest } = this.space.around;
    const said = ["Letters and short lines are the axes x, y and z."];
    if (floor) {
      said.unshift(`The grid is ${floor === "plane" ? "a contact plane" : "the ground"}, with lines ${length(step)} apart.`);
    }
    if (this.sample.pins) {
      said.push("Grey cones mark fixed points.");
    }
    const units = { gravity: scene.acceleration && ` ${scene.acceleration}` };
    const loads = Object.entries(largest).map(([field, most]) => `${field} ${number(most)}${units[field] ?? ""}`);
    if (loads.length) {
      said.push(`Arrows show gravity (dark), forces (blue) and torques (green, with a ring) from the last frame on; the longest are ${loads.join(", ")}.`);
    }
    find("#surroundings").textContent = said.join(" ");
  }

  // leaves tells of predictions outside of the scene, which are arrows there.
  leaves(step) {
    const { truth, prediction, parts } = this.sample;
    const points = prediction[step] ?? [];
    const gone = points.map((point, i) => ({ i, far: distance(point, (truth[step] ?? truth.at(-1))[i]) })).filter(({ i }) => this.space && !this.space.inside(points[i]));
    const named = gone.slice(0, 5).map(({ i, far }) => `${i} (${parts[i]}) ${length(far)}`).join(", ");
    find("#leaves").hidden = !gone.length;
    find("#leaves").textContent = gone.length ? `${gone.length} predicted particles left the scene and are shown as arrows at its edge. Their distances from the last known truth: ${named}${gone.length > 5 ? ", ..." : ""}.` : "";
  }

  // particles is the table of the sample at a step.
  particles(step) {
    const { truth, prediction, straight, parts } = this.sample;
    const radius = this.sample.radii?.[step - 1];
    const unit = scene.unit ? `, ${scene.unit}` : "";
    const row = (cells, of) => {
      const tr = document.createElement("tr");
      tr.append(...cells.map((text) => Object.assign(document.createElement(of), { textContent: text, className: of === "td" ? "number" : "" })));
      return tr;
    };
    const line = (i) => truth[0][i].map((x, axis) => x + step * (straight[i][axis] - x));
    const off = (point, i) => (point && truth[step] ? number(distance(point, truth[step][i])) : "");
    find("#when").textContent = ["the input", "one interval later"][step] ?? `${step} intervals later`;
    find("#particles").replaceChildren(
      row(["Particle", "Part", `From prediction to truth${unit}`, `From constant velocity to truth${unit}`, ...(radius ? [`Radius${unit}`] : [])], "th"),
      ...parts.map((part, i) => row([i, part, off(prediction[step]?.[i], i), off(line(i), i), ...(radius ? [number(radius[i])] : [])], "td")));
  }

  // legend names the kinds of bars that the sample has.
  legend() {
    find("#dotted").hidden = !this.sample.links;
    const kinds = this.dotted() ? new Map(this.sample.bars.map((bar) => [bar.kind, bars[bar.look]])) : new Map([["link", bars.stick]]);
    const glyph = ([from, to]) => `<svg class="glyph" viewBox="-8 -8 16 16" aria-hidden="true"><path d="M-7 ${-6 * from}L7 ${-6 * to}V${6 * to}L-7 ${6 * from}Z" fill="currentColor"/></svg>`;
    find("#bars").replaceChildren(...[...kinds].map(([kind, radii]) => {
      const label = Object.assign(document.createElement("label"), { innerHTML: glyph(radii) });
      label.append(["bond", "stick", "link"].includes(kind) ? kind : `${kind} bar`);
      return label;
    }));
  }

  play() {
    if (this.playing) {
      return this.stop();
    }
    if (this.time >= this.last) {
      this.at(0);
    }
    find("#play").textContent = "Pause";
    const rate = this.last > 1 ? 5 : 0.6; // intervals a second
    let before = performance.now();
    const frame = (now) => {
      this.at(this.time + (rate * (now - before)) / 1000);
      before = now;
      if (this.time >= this.last) {
        this.stop();
      } else {
        this.playing = requestAnimationFrame(frame);
      }
    };
    this.playing = requestAnimationFrame(frame);
  }

  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = undefined;
    find("#play").textContent = "Play";
  }

  // next is the sample so many after this one in the list, around the end.
  next(by) {
    const count = this.order.length;
    this.show(this.order[(this.order.indexOf(this.index) + by + count) % count]);
    find("#sample").dispatchEvent(new Event("change"));
  }

  step(by) {
    this.stop();
    this.at(by > 0 ? Math.floor(this.time + 1e-6) + 1 : Math.ceil(this.time - 1e-6) - 1);
  }

  listen() {
    onKeys(find("#space"), {
      ...this.space?.keys(),
      Home: () => { this.space?.look(this.sample.view); this.at(this.time); },
      " ": () => this.play(), ",": () => this.step(-1), ".": () => this.step(1),
      n: () => this.next(1), p: () => this.next(-1),
    });
    find("#sample").addEventListener("input", () => this.show(Number(find("#sample").value)));
    find("#play").addEventListener("click", () => this.play());
    find("#time").addEventListener("input", () => { this.stop(); this.at(Number(find("#time").value)); });
    for (const button of document.querySelectorAll("[data-rank]")) {
      button.addEventListener("click", () => {
        this.rank(Number(button.dataset.rank));
        find("#sample").dispatchEvent(new Event("change"));
      });
    }
    find("#times").addEventListener("input", () => this.at(this.time));
    for (const box of ["#paths", "#dots", "#colors"]) {
      find(box).addEventListener("input", () => { this.legend(); this.trace(); this.at(this.time); });
    }
    find("#within").hidden = !scene.samples.some(({ radii }) => radii);
    find("#radii").addEventListener("input", () => this.at(this.time));
    for (const box of document.querySelectorAll("[data-moment]")) {
      box.addEventListener("change", () => {
        this.hidden[box.checked ? "delete" : "add"](box.dataset.moment);
        this.at(this.time);
      });
    }
    window.addEventListener("beforeprint", () => this.space?.resize());
  }
}

// rmse is the root mean squared error over the coordinates of one system.
function rmse(truth, prediction) {
  const squares = truth.flatMap((point, i) => point.map((x, axis) => (x - prediction[i][axis]) ** 2));
  return Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length);
}
