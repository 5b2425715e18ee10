"use strict";
// Draws the links of a robot: capsules from joint to joint, the axes of its joints, and the shapes
// of its file in the place of capsules where there are any; the truth is thin capsules, which are
// seen through them. Each body is a group in the pose of rest, which moves as a whole.

// turned is the rotation that brings points nearest to others, each less their mean: the
// eigenvector of the largest eigenvalue of Davenport's matrix, by repeated squaring. Of points
// on a line it is the least of those that do.
function turned(rest, now) {
  const s = [0, 1, 2].map((i) => [0, 1, 2].map((k) => rest.reduce((sum, a, n) => sum + now[n][i] * a[k], 0)));
  const trace = s[0][0] + s[1][1] + s[2][2];
  const z = [s[2][1] - s[1][2], s[0][2] - s[2][0], s[1][0] - s[0][1]];
  let m = [[trace, ...z], ...[0, 1, 2].map((i) => [z[i], ...[0, 1, 2].map((k) => s[i][k] + s[k][i] - (i === k ? trace : 0))])];
  const size = Math.hypot(...m.flat()) || 1;
  m = m.map((row, i) => row.map((x, k) => x / size + (i === k ? 1 : 0)));
  for (let squared = 0; squared < 40; squared++) {
    m = m.map((row) => m[0].map((_, k) => row.reduce((sum, x, n) => sum + x * m[n][k], 0)));
    const most = Math.max(...m.flat().map(Math.abs));
    m = m.map((row) => row.map((x) => x / most));
  }
  const columns = [0, 1, 2, 3].map((k) => m.map((row) => row[k]));
  const far = columns.reduce((a, b) => (Math.hypot(...b) > Math.hypot(...a) ? b : a));
  const [w, x, y, zed] = Math.hypot(...columns[0]) > 1e-6 ? columns[0] : far;
  return new THREE.Quaternion(x, y, zed, w).normalize();
}

// poseOf is where a body is that has its particles at points: a matrix from the pose of rest.
function poseOf(links, body, points) {
  const mean = (all) => [0, 1, 2].map((axis) => all.reduce((sum, point) => sum + point[axis], 0) / all.length);
  const less = (all, middle) => all.map((point) => point.map((x, axis) => x - middle[axis]));
  const [rest, now] = [body.members.map((i) => links.rest[i]), body.members.map((i) => points[i])];
  const [before, after] = [mean(rest), mean(now)];
  const quaternion = turned(less(rest, before), less(now, after));
  const place = vector(after).sub(vector(before).applyQuaternion(quaternion));
  return new THREE.Matrix4().compose(place, quaternion, new THREE.Vector3(1, 1, 1));
}

// linkEnds are the ends of all segments of links with their particles at points, or the tips alone
// of bodies that nothing hangs on.
function linkEnds(links, points, tips = false) {
  const joints = new Set(links.bodies.map(({ joint }) => joint.join()));
  return links.bodies.flatMap((body) => {
    const ends = tips ? body.segments.map(([, to]) => to).filter((to) => !joints.has(to.join())) : body.segments.flat();
    const pose = ends.length ? poseOf(links, body, points) : undefined;
    return ends.map((end) => vector(end).applyMatrix4(pose).toArray());
  });
}

// capsule is one of a radius between two places.
function capsule(from, to, radius, material) {
  const [a, b] = [vector(from), vector(to)];
  const along = b.clone().sub(a);
  const all = new THREE.Group();
  const ball = new THREE.SphereGeometry(radius, 20, 14);
  for (const end of [a, b]) {
    const cap = new THREE.Mesh(ball, material);
    cap.position.copy(end);
    all.add(cap);
  }
  if (along.length() > 0) {
    const rod = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, along.length(), 20), material);
    rod.position.copy(a).addScaledVector(along, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    all.add(rod);
  }
  return all;
}

// hub is the axis of a joint: a disc that turns about it, or a rail along which it slides.
function hub({ joint, axis, slides }, radius, material) {
  const shape = slides ? new THREE.BoxGeometry(1.6 * radius, 7 * radius, 1.6 * radius) : new THREE.CylinderGeometry(1.45 * radius, 1.45 * radius, 3.4 * radius, 24);
  const mesh = new THREE.Mesh(shape, material);
  mesh.position.copy(vector(joint));
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), vector(axis));
  return mesh;
}

// geometries are those of a mesh's file, read once.
function geometries(mesh) {
  mesh.bytes ??= Uint8Array.from(atob(mesh.content), (letter) => letter.charCodeAt(0));
  if (!mesh.read) {
    mesh.read = [];
    try {
      if (mesh.format === "stl") {
        mesh.read.push(new THREE.STLLoader().parse(mesh.bytes.buffer).deleteAttribute("normal")); // many files have zeros
      } else {
        new THREE.OBJLoader().parse(new TextDecoder().decode(mesh.bytes)).traverse(({ isMesh, geometry }) => isMesh && mesh.read.push(geometry));
      }
    } catch (failure) {
      console.warn(`${mesh.name} is not drawn: ${failure.message ?? failure}`);
    }
    mesh.read.filter((geometry) => !geometry.attributes.normal).forEach((geometry) => geometry.computeVertexNormals());
  }
  return mesh.read;
}

// drawnShape is a shape of the robot's file, in the pose of rest.
function drawnShape({ turn, place, kind, size, mesh }, material) {
  const forms = {
    mesh: () => geometries(scene.robot.meshes[mesh]),
    box: () => [new THREE.BoxGeometry(...size)],
    cylinder: () => [new THREE.CylinderGeometry(size[0], size[0], size[1], 32).rotateX(Math.PI / 2)],
    sphere: () => [new THREE.SphereGeometry(size[0], 24, 16)],
  }[kind]();
  const all = new THREE.Group();
  all.add(...forms.map((form) => new THREE.Mesh(form, material)));
  if (kind === "mesh") {
    all.scale.set(...size);
  }
  const rows = turn.flatMap((row, i) => [...row, place[i]]);
  all.applyMatrix4(new THREE.Matrix4().set(...rows, 0, 0, 0, 1));
  return all;
}

// shapesOf are the shapes of a body by its number that have something to draw.
const shapesOf = (number, material) => (scene.robot?.shapes ?? []).filter(({ body }) => body === number)
  .map((shape) => drawnShape(shape, material)).filter(({ children }) => children.length);

class Links {
  // radius is that of a particle; a moment has its own share of it.
  constructor(links, moment, radius) {
    const solid = moment === moments.prediction;
    const material = new THREE.MeshLambertMaterial({ color: moment.color, depthTest: !moment.hollow });
    const dark = material.clone();
    dark.color.multiplyScalar(0.55);
    const skin = new THREE.MeshLambertMaterial({ color: moment.color, side: THREE.DoubleSide, ...(solid ? {} : { transparent: true, opacity: 0.25, depthWrite: false }) });
    this.links = links;
    this.all = new THREE.Group();
    this.groups = links.bodies.map((body, number) => {
      const group = new THREE.Group();
      const thick = 1.1 * radius * moment.bar;
      const shapes = moment.hollow ? [] : shapesOf(number, skin);
      group.add(...(shapes.length ? shapes : body.segments.map(([from, to]) => capsule(from, to, thick, material))));
      if (body.axis && !shapes.length) {
        group.add(hub(body, thick, dark));
      }
      group.matrixAutoUpdate = false;
      group.traverse((part) => { part.renderOrder = moment.hollow ? 1 : 0; });
      this.all.add(group);
      return group;
    });
  }

  // place moves the bodies to where their particles are; those that left are not drawn.
  place(points, inside) {
    for (const [number, body] of this.links.bodies.entries()) {
      const group = this.groups[number];
      group.visible = body.members.every((i) => inside[i]);
      if (group.visible) {
        group.matrix.copy(poseOf(this.links, body, points));
        group.matrixWorldNeedsUpdate = true;
      }
    }
  }
}
