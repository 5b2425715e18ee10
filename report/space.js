"use strict";
// Draws one system in space with three.js. Positions are arrays [x, y, z], one a
// particle. Moments are told apart by shape and by colour, those of package plot.

const moments = {
  input: { color: 0x8c8c8c, marker: () => new THREE.OctahedronGeometry(0.9), bar: 0.7 },
  truth: { color: 0x1a1a1a, marker: () => new THREE.BoxGeometry(2.4, 2.4, 2.4), hollow: true, bar: 0.35 },
  prediction: { color: 0xd55e00, marker: () => new THREE.SphereGeometry(1, 20, 14), bar: 1 },
  straight: { color: 0x993399, marker: () => new THREE.TetrahedronGeometry(1.1), bar: 0.35 },
};

// The radii of a bar at its two ends, in those of a particle.
const bars = { stick: [0.5, 0.5], hinge: [0.28, 0.28], tree: [0.5, 0.15], body: [0.12, 0.12], bond: [0.08, 0.08] };

class Space {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setClearColor(0xffffff);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.camera = new THREE.OrthographicCamera();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  // show puts a system in place of the one before; moments are then placed.
  show(sample) {
    this.scene?.traverse(({ geometry, material }) => { geometry?.dispose(); material?.dispose(); });
    this.scene = new THREE.Scene();
    const light = new THREE.DirectionalLight(0xffffff, 2.2);
    this.scene.add(new THREE.AmbientLight(0xffffff, 1.6), light);
    this.bounds(sample);
    this.groups = {};
    for (const [name, moment] of Object.entries(moments)) {
      this.groups[name] = this.group(sample, moment);
      this.scene.add(this.groups[name].all);
    }
    this.look(sample.view);
    light.position.copy(this.camera.position).sub(this.controls.target);
    light.position.applyAxisAngle(this.camera.up, -0.6);
    this.resize();
  }

  // bounds measures what is to be seen, and draws a box around it.
  bounds(sample) {
    const points = [...sample.truth, sample.straight].flat();
    const extent = (axis, pick) => points.reduce((value, point) => pick(value, point[axis]), points[0][axis]);
    const low = [0, 1, 2].map((axis) => extent(axis, Math.min));
    const high = [0, 1, 2].map((axis) => extent(axis, Math.max));
    this.size = high.map((value, axis) => value - low[axis]);
    this.reach = Math.hypot(...this.size) / 2 || 1;
    this.radius = 0.035 * this.reach * (sample.parts.length > 15 ? 0.7 : 1);
    const box = new THREE.BoxGeometry(...this.size.map((edge) => edge || 1e-6));
    const edges = new THREE.LineSegments(new THREE.EdgesGeometry(box), new THREE.LineBasicMaterial({ color: 0xd0d0d0 }));
    this.center = new THREE.Vector3(...low.map((value, axis) => (value + high[axis]) / 2));
    edges.position.copy(this.center);
    this.scene.add(edges);
  }

  // group are the particles and the bars of one moment.
  group(sample, moment) {
    // What is thin is drawn over the rest, or nothing were seen of it inside.
    const material = new THREE.MeshLambertMaterial({ color: moment.color, depthTest: !moment.hollow });
    const lines = new THREE.LineBasicMaterial({ color: moment.color });
    const shape = moment.marker();
    const outline = moment.hollow && new THREE.EdgesGeometry(shape);
    const all = new THREE.Group();
    all.renderOrder = moment.hollow ? 1 : 0;
    const markers = sample.parts.map(() => (moment.hollow ? new THREE.LineSegments(outline, lines) : new THREE.Mesh(shape, material)));
    const joints = [];
    const rods = sample.bars.map((bar) => {
      const [at, to] = bars[bar.look].map((radius) => radius * moment.bar);
      if (bar.look === "hinge") {
        joints.push({ mesh: new THREE.Mesh(new THREE.TorusGeometry(1.7, 0.28, 8, 24), material), particle: bar.a });
      }
      return new THREE.Mesh(new THREE.CylinderGeometry(to, at, 1, 12), material);
    });
    all.add(...markers, ...rods, ...joints.map((joint) => joint.mesh));
    const arrows = sample.parts.map(() => new THREE.Mesh(new THREE.CylinderGeometry(0, 1.1, 3.4, 16), material));
    all.add(...arrows);
    return { all, markers, rods, joints, arrows, bars: sample.bars };
  }

  // place moves a moment's particles; without points nothing is seen of it.
  place(name, points) {
    const group = this.groups[name];
    group.all.visible = Boolean(points);
    if (!points) {
      return;
    }
    const inside = points.map((point) => this.inside(point));
    for (const [i, marker] of group.markers.entries()) {
      marker.position.set(...points[i]);
      marker.scale.setScalar(this.radius);
      marker.visible = inside[i];
      this.leave(group.arrows[i], points[i], !inside[i]);
    }
    for (const joint of group.joints) {
      joint.mesh.visible = inside[joint.particle];
      joint.mesh.position.set(...points[joint.particle]);
      joint.mesh.scale.setScalar(this.radius);
      joint.mesh.quaternion.copy(this.camera.quaternion);
    }
    const upright = new THREE.Vector3(0, 1, 0);
    for (const [i, rod] of group.rods.entries()) {
      rod.visible = inside[group.bars[i].a] && inside[group.bars[i].b];
      const from = new THREE.Vector3(...points[group.bars[i].a]);
      const along = new THREE.Vector3(...points[group.bars[i].b]).sub(from);
      rod.position.copy(from).addScaledVector(along, 0.5);
      rod.scale.set(this.radius, along.length() || 1e-6, this.radius);
      rod.quaternion.setFromUnitVectors(upright, along.normalize());
    }
  }

  // inside reports whether a point is in the scene: no farther from its middle than
  // twice the farthest of truth and straight line.
  inside(point) {
    return distance(point, this.center.toArray()) <= 2 * this.reach;
  }

  // leave points an arrow at the scene's edge to a point beyond.
  leave(arrow, point, beyond) {
    arrow.visible = beyond;
    if (beyond) {
      const away = new THREE.Vector3(...point).sub(this.center).normalize();
      arrow.position.copy(this.center).addScaledVector(away, this.reach);
      arrow.scale.setScalar(this.radius);
      arrow.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), away);
    }
  }

  // look puts the eye where a system is seen from at first.
  look(view) {
    this.controls?.dispose();
    this.camera.up.set(...view.height);
    this.camera.position.copy(this.center).addScaledVector(new THREE.Vector3(...view.away), -4 * this.reach);
    this.camera.near = 0;
    this.camera.far = 8 * this.reach;
    this.camera.zoom = 1;
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.target.copy(this.center);
    this.controls.addEventListener("change", () => this.render());
    this.resize();
    this.controls.update();
  }

  // turn goes around the system, by angles in radians.
  turn(around, over) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const turned = offset.clone().applyAxisAngle(this.camera.up, around);
    const axis = turned.clone().cross(this.camera.up).normalize();
    const tilted = turned.clone().applyAxisAngle(axis, over);
    const angle = tilted.angleTo(this.camera.up);
    this.camera.position.copy(this.controls.target).add(angle > 0.05 && angle < Math.PI - 0.05 ? tilted : turned);
    this.controls.update();
    this.render();
  }

  zoom(factor) {
    this.camera.zoom *= factor;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  // resize follows the canvas; a unit is as long in both directions.
  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height || !this.reach) {
      return;
    }
    this.renderer.setSize(width, height, false);
    const half = (1.08 * this.reach) / Math.min(1, width / height);
    Object.assign(this.camera, { left: (-half * width) / height, right: (half * width) / height, top: half, bottom: -half });
    this.camera.updateProjectionMatrix();
    this.render();
  }

  render() {
    for (const group of Object.values(this.groups ?? {})) {
      for (const joint of group.joints) {
        joint.mesh.quaternion.copy(this.camera.quaternion);
      }
    }
    if (this.scene) {
      this.renderer.render(this.scene, this.camera);
    }
  }
}
