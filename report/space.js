"use strict";
// Draws one system in space with three.js. Positions are arrays [x, y, z], one a
// particle.

class Space {
  constructor(canvas) {
    this.canvas = canvas;
    this.labels = document.createElement("div");
    this.labels.id = "labels";
    this.labels.setAttribute("aria-hidden", "true");
    canvas.after(this.labels);
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
    this.discs = sample.parts.map(() => new THREE.Mesh(new THREE.SphereGeometry(1, 20, 14), new THREE.MeshLambertMaterial({ color: moments.prediction.color, transparent: true, opacity: 0.12, depthWrite: false })));
    this.scene.add(...this.discs);
    this.within();
    this.around = new Around(sample, this);
    this.scene.add(this.around.all);
    if (sample.links) {
      shapesOf(-1, new THREE.MeshLambertMaterial({ color: 0xc8c8c8, side: THREE.DoubleSide })).forEach((shape) => this.scene.add(shape));
    }
    this.errors = sample.parts.map(() => arrow(moments.prediction.color));
    this.scene.add(...this.errors);
    this.look(sample.view);
    this.name();
    light.position.copy(this.camera.position).sub(this.controls.target);
    light.position.applyAxisAngle(this.camera.up, -0.6);
    this.resize();
  }

  // bounds measures what is to be seen, and draws a box around it.
  bounds(sample) {
    const ends = sample.links ? sample.truth.map((points) => linkEnds(sample.links, points)) : [];
    const points = [...sample.truth, sample.straight, sample.pins ?? [], ...ends].flat();
    const extent = (axis, pick) => points.reduce((value, point) => pick(value, point[axis]), points[0][axis]);
    const low = [0, 1, 2].map((axis) => extent(axis, Math.min));
    const high = [0, 1, 2].map((axis) => extent(axis, Math.max));
    Object.assign(this, { low, high, size: high.map((value, axis) => value - low[axis]) });
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
    // Thin lines are drawn over the rest, or nothing were seen of them inside.
    const material = new THREE.MeshLambertMaterial({ color: moment.color, depthTest: !moment.hollow });
    const own = () => (moment === moments.prediction ? material.clone() : material); // which may be coloured
    const lines = new THREE.LineBasicMaterial({ color: moment.color });
    const shape = moment.marker();
    const outline = moment.hollow && new THREE.EdgesGeometry(shape);
    const all = new THREE.Group();
    all.renderOrder = moment.hollow ? 1 : 0;
    const markers = sample.parts.map(() => (moment.hollow ? new THREE.LineSegments(outline, lines) : new THREE.Mesh(shape, own())));
    const joints = [];
    const rods = sample.bars.map((bar) => {
      const [at, to] = bars[bar.look].map((radius) => radius * moment.bar);
      if (bar.look === "hinge") {
        joints.push({ mesh: new THREE.Mesh(new THREE.TorusGeometry(1.7, 0.28, 8, 24), material), particle: bar.a });
      }
      return new THREE.Mesh(new THREE.CylinderGeometry(to, at, 1, 12), own());
    });
    all.add(...markers, ...rods, ...joints.map((joint) => joint.mesh));
    const arrows = sample.parts.map(() => new THREE.Mesh(new THREE.CylinderGeometry(0, 1.1, 3.4, 16), material));
    const path = new THREE.LineSegments(new THREE.BufferGeometry(), lines);
    const links = sample.links && moment !== moments.straight ? new Links(sample.links, moment, this.radius) : undefined;
    if (links) {
      all.add(links.all);
    }
    const ends = markers.map((marker) => Object.assign(marker.clone(), { visible: false, material: moment.hollow ? lines : material }));
    all.add(...arrows, path, ...ends);
    return { all, markers, rods, joints, arrows, path, ends, links, bars: sample.bars };
  }

  // trace draws the paths of a moment through frames, of a point in each, with small markers at
  // their ends; none without frames.
  trace(name, frames) {
    const { path, ends } = this.groups[name];
    const points = [];
    for (let i = 0; i < ends.length; i++) {
      let last = 0;
      if (frames && i >= frames[0].length) {
        ends[i].visible = false;
        continue;
      }
      while (frames && last + 1 < frames.length && this.inside(frames[last + 1][i])) {
        points.push(vector(frames[last][i]), vector(frames[++last][i]));
      }
      ends[i].visible = last > 0;
      ends[i].position.set(...(frames?.[last][i] ?? [0, 0, 0]));
      ends[i].scale.setScalar(0.45 * this.radius);
    }
    path.geometry.dispose();
    path.geometry = new THREE.BufferGeometry().setFromPoints(points);
    path.visible = points.length > 0;
  }

  // paint colours the predicted particles and bars by shares of scales, or none by its role.
  paint(errors, changes) {
    const { markers, rods } = this.groups.prediction;
    const role = moments.prediction.color;
    markers.forEach(({ material }, i) => material.color.set(errors ? shade(errorStops, errors[i]) : role));
    rods.forEach(({ material }, i) => material.color.set(changes ? shade(stretchStops, changes[i]) : role));
  }

  // within draws how far predictions may be off as spheres around them; none without radii.
  within(points, radii) {
    for (const [i, mesh] of this.discs.entries()) {
      mesh.visible = Boolean(points && radii && this.inside(points[i]));
      if (mesh.visible) {
        mesh.position.set(...points[i]);
        mesh.scale.setScalar(Math.min(radii[i], 2 * this.reach));
      }
    }
  }

  // miss draws arrows from the truth to the prediction, times as long as the error; none for 0.
  miss(truth, prediction, times) {
    for (const [i, mesh] of this.errors.entries()) {
      mesh.visible = false;
      if (times && truth && prediction) {
        const along = vector(prediction[i]).sub(vector(truth[i])).multiplyScalar(times);
        point(mesh, vector(truth[i]), along.clampLength(0, 2 * this.reach), 0.2 * this.reach);
      }
    }
  }

  // place moves a moment's particles; without points nothing is seen of it.
  place(name, points) {
    const group = this.groups[name];
    group.all.visible = Boolean(points);
    if (!points) {
      return;
    }
    const inside = points.map((point) => this.inside(point));
    const dotted = this.dots || !group.links;
    group.links?.place(points, inside);
    for (const [i, marker] of group.markers.entries()) {
      marker.position.set(...points[i]);
      marker.scale.setScalar(this.radius);
      marker.visible = dotted && inside[i];
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
      rod.visible = dotted && inside[group.bars[i].a] && inside[group.bars[i].b];
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
      const half = this.size.map((edge) => Math.max(edge, 0.2 * this.reach) / 2);
      const edge = Math.min(...away.toArray().map((x, axis) => half[axis] / Math.abs(x || 1e-9)));
      arrow.position.copy(this.center).addScaledVector(away, edge);
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
    this.controls.addEventListener("end", () => this.resize());
    this.controls.update();
    this.resize();
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
    this.resize();
  }

  zoom(factor) {
    this.camera.zoom *= factor;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  // keys are those that change the view.
  keys() {
    const angle = Math.PI / 18;
    return {
      ArrowLeft: () => this.turn(-angle, 0), ArrowRight: () => this.turn(angle, 0),
      ArrowUp: () => this.turn(0, angle), ArrowDown: () => this.turn(0, -angle),
      "+": () => this.zoom(1.2), "=": () => this.zoom(1.2), "-": () => this.zoom(1 / 1.2),
    };
  }

  // name puts the letters of axes and the scale over the canvas.
  name() {
    const add = (text, className) => this.labels.appendChild(Object.assign(document.createElement("span"), { textContent: text, className }));
    this.labels.replaceChildren();
    this.letters = this.around.labels.map(({ text, at }) => ({ at, span: add(text, "letter") }));
    this.scale = add("", "scale");
  }

  // label moves them to where the things are that they name.
  label() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    for (const { at, span } of this.letters ?? []) {
      const seen = at.clone().project(this.camera);
      span.style.transform = `translate(${((seen.x + 1) * width) / 2}px, ${((1 - seen.y) * height) / 2}px) translate(-50%, -50%)`;
    }
    if (this.scale) {
      const pixels = (height * this.camera.zoom) / (this.camera.top - this.camera.bottom);
      const long = roundStep(0.25 * width / pixels);
      this.scale.textContent = length(long);
      this.scale.style.width = `${long * pixels}px`;
    }
  }

  // resize follows the canvas; a unit is as long in both directions. The system
  // and all around it fit in, from where it is seen now.
  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height || !this.around) {
      return;
    }
    this.renderer.setSize(width, height, false);
    this.camera.updateMatrixWorld();
    const seen = this.around.corners.map((corner) => corner.clone().applyMatrix4(this.camera.matrixWorldInverse));
    const most = (axis) => Math.max(...seen.map((point) => Math.abs(point[axis])));
    const half = 1.08 * Math.max(most("y"), (most("x") * height) / width) || 1;
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
      this.label();
    }
  }
}
