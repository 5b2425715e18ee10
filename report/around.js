"use strict";
// Draws what a system stands on, hangs on and is acted on by: planes, or a ground where
// something stands upright, axes, a scale, pins, and forces of the moment.

const loadColors = { gravity: 0x1a1a1a, force: 0x0072b2, torque: 0x009169, thrust: 0x009169 };
const gridColor = 0xb4b4b4;

// roundStep is the largest of 1, 2 and 5 times powers of ten that is no more than a length.
function roundStep(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2].map((factor) => factor * power).find((step) => step <= most) ?? power;
}

const vector = (point) => new THREE.Vector3(...point);

class Around {
  // low and high are the corners of the box around a system, reach half of its diagonal.
  constructor(sample, { low, high, reach, radius }) {
    Object.assign(this, { sample, low, high, reach, radius, all: new THREE.Group(), labels: [], corners: [] });
    for (const x of [low[0], high[0]]) for (const y of [low[1], high[1]]) for (const z of [low[2], high[2]]) this.corners.push(vector([x, y, z]));
    this.box = [...this.corners];
    this.step = roundStep(Math.max(...high.map((value, axis) => value - low[axis])) / 3 || 1);
    this.floors();
    this.axes();
    this.pins();
    this.loads();
  }

  // floors are the planes that are near, or the ground below a system that stands upright.
  floors() {
    const { planes, up } = this.sample;
    for (const { normal, offset } of planes ?? []) {
      const gaps = this.box.map((corner) => Math.abs(corner.dot(vector(normal)) - offset));
      if (Math.min(...gaps) < this.reach) {
        this.grid(vector(normal), offset);
        this.floor = "plane";
      }
    }
    if (up && !this.floor) {
      this.floor = "ground";
      this.grid(vector(up), Math.min(...this.box.map((corner) => corner.dot(vector(up)))));
    }
  }

  // grid draws the part of a plane that is next to the box, with lines at multiples of the step.
  grid(normal, offset) {
    const parts = normal.toArray().map(Math.abs);
    const first = vector([0, 1, 2].map((axis) => (axis === parts.indexOf(Math.min(...parts)) ? 1 : 0)));
    const u = first.addScaledVector(normal, -first.dot(normal)).normalize();
    const v = normal.clone().cross(u);
    const range = (axis) => {
      const along = this.box.map((corner) => corner.dot(axis));
      return [Math.floor(Math.min(...along) / this.step - 0.5), Math.ceil(Math.max(...along) / this.step + 0.5)];
    };
    const [[left, right], [front, back]] = [range(u), range(v)];
    const at = (a, b) => normal.clone().multiplyScalar(offset).addScaledVector(u, a * this.step).addScaledVector(v, b * this.step);
    const points = [];
    for (let a = left; a <= right; a++) points.push(at(a, front), at(a, back));
    for (let b = front; b <= back; b++) points.push(at(left, b), at(right, b));
    this.corners.push(at(left, front), at(left, back), at(right, front), at(right, back));
    this.all.add(this.lines(points, gridColor));
  }

  lines(points, color) {
    return new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), new THREE.LineBasicMaterial({ color }));
  }

  // axes are three arrows at the lowest corner, as long as a step of the grid.
  axes() {
    const corner = vector(this.low);
    for (const [axis, name] of ["x", "y", "z"].entries()) {
      const end = corner.clone();
      end.setComponent(axis, end.getComponent(axis) + Math.min(this.step, 0.4 * this.reach));
      this.all.add(this.lines([corner, end], 0x6a6a6a));
      this.labels.push({ text: name, at: end });
      this.corners.push(end);
    }
  }

  // pins are cones with their tips where a system is held.
  pins() {
    const up = this.sample.up ? vector(this.sample.up) : new THREE.Vector3(0, 0, 1);
    for (const pin of this.sample.pins ?? []) {
      const cone = new THREE.Mesh(new THREE.CylinderGeometry(0, 1.6 * this.radius, 3 * this.radius, 4), new THREE.MeshLambertMaterial({ color: 0x5a5a5a }));
      cone.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), up);
      cone.position.copy(vector(pin)).addScaledVector(up, -1.5 * this.radius);
      this.all.add(cone);
    }
  }

  // loads has an arrow for each load of the frame that has most, and the largest of each field.
  loads() {
    const rows = this.sample.loads ?? [];
    this.largest = {};
    this.arrows = {};
    for (const row of rows) {
      const counts = {};
      for (const { field, along } of row) {
        counts[field] = (counts[field] ?? 0) + 1;
        this.largest[field] = Math.max(this.largest[field] ?? 0, Math.hypot(...along));
        const arrows = (this.arrows[field] ??= []);
        if (arrows.length < counts[field]) {
          arrows.push(arrow(loadColors[field], field === "torque"));
          this.all.add(arrows.at(-1));
        }
      }
    }
  }

  // act draws what acts from the frame before a time on, at the points where particles are.
  act(time, points) {
    for (const mesh of Object.values(this.arrows).flat()) {
      mesh.visible = false;
    }
    const rows = this.sample.loads ?? [];
    const next = {};
    for (const { field, particle, at, along } of rows[Math.min(Math.floor(time + 1e-6), rows.length - 1)] ?? []) {
      const index = (next[field] = (next[field] ?? -1) + 1);
      const share = Math.hypot(...along) / this.largest[field];
      const from = particle >= 0 ? points?.[particle] : at ?? this.corner(along);
      if (from) {
        point(this.arrows[field][index], vector(from), vector(along).setLength((particle >= 0 || at ? 0.6 : 0.4) * share * this.reach), 0.3 * this.reach);
      }
    }
  }

  // corner is where the arrow of gravity begins: the box's upper corner.
  corner(along) {
    return [0, 1, 2].map((axis) => (along[axis] > 0 || along[axis] === 0 && axis > 0 ? this.low : this.high)[axis]);
  }
}

// arrow is one of length 1 along y, with a ring around its foot if it turns something.
function arrow(color, turns) {
  const material = new THREE.MeshLambertMaterial({ color });
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.025, 0.025, 0.75, 8), material);
  const head = new THREE.Mesh(new THREE.CylinderGeometry(0, 0.075, 0.25, 12), material);
  shaft.position.y = 0.375;
  head.position.y = 0.875;
  const all = new THREE.Group();
  all.add(shaft, head);
  if (turns) {
    const ring = new THREE.Mesh(new THREE.TorusGeometry(0.2, 0.025, 8, 24, 1.6 * Math.PI), material);
    ring.rotation.x = -Math.PI / 2;
    all.add(ring);
  }
  return all;
}

// point puts an arrow at a place, along a vector, no thicker than one of a length.
function point(mesh, from, along, thickest) {
  const length = along.length();
  mesh.visible = length > 0;
  mesh.position.copy(from);
  const thick = Math.max(Math.min(length, thickest), 0.25 * thickest);
  mesh.scale.set(thick, length || 1, thick);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.clone().normalize());
}
