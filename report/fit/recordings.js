// Reads recordings: the project's npz, tables of markers as CSV, and BVH.
import { readBvh } from "./bvh.js";
import { readNpz } from "./npz.js";

// read gives the recordings of a file: name, seconds from frame to frame, and frames of
// positions [particles][3], of particles with these names.
export async function read(file, names) {
  const kind = file.name.split(".").at(-1).toLowerCase();
  const reader = { npz: arrays, csv: table, bvh: motion }[kind];
  if (!reader) {
    throw new Error(`${file.name} is no recording: expected .npz, .csv or .bvh`);
  }
  try {
    const recordings = await reader(file, names);
    for (const { seconds, frames } of recordings) {
      if (!(seconds > 0) || !frames.flat(2).every(Number.isFinite)) {
        throw new Error(seconds > 0 ? "it has numbers that are not finite" : `its frames are ${seconds} s apart`);
      }
    }
    return recordings;
  } catch (failure) {
    throw new Error(`${file.name}: ${failure.message}`);
  }
}

// arrays are positions of a npz file: [recordings, frames, particles, 3], or of one recording.
async function arrays(file, names) {
  const all = await readNpz(await file.arrayBuffer());
  const seconds = all.dt?.data[0] ?? Number(all.interval?.data[0].match(/^([\d.eE+-]+) s$/)?.[1]);
  const keys = ["positions", "train_positions", "valid_positions", "test_positions"].filter((key) => all[key]);
  if (keys.length === 0 || Number.isNaN(seconds)) {
    throw new Error(keys.length ? "it has no dt, the seconds from frame to frame" : "it has no array positions");
  }
  const load = Object.keys(all).find((key) => /^(\w+_)?(force|torque|thrust)$/.test(key) && all[key].data.some(Number));
  if (load) {
    throw new Error(`it has ${load}: this page learns from motion that nothing drives, gmnc train from any`);
  }
  return keys.flatMap((key) => {
    const { data } = all[key];
    const [count, frames, particles, axes] = [1, ...all[key].shape].slice(-4);
    if (particles !== names.length || axes !== 3) {
      throw new Error(`${key} has the shape [${all[key].shape}]: expected [recordings, frames, ${names.length}, 3]`);
    }
    const row = (start) => Array.from(names, (_, i) => data.slice(start + 3 * i, start + 3 * i + 3));
    return Array.from({ length: count }, (_, k) => ({
      name: `${file.name}, ${key} ${k}`, seconds,
      frames: Array.from({ length: frames }, (_, frame) => row((k * frames + frame) * 3 * particles)),
    }));
  });
}

// table is a CSV file with a column time, in seconds, and NAME_x, NAME_y and NAME_z of each
// particle.
async function table(file, names) {
  const [head, ...rows] = (await file.text()).trim().split(/\r?\n/).map((line) => line.split(",").map((cell) => cell.trim()));
  const column = (name) => {
    const found = head.indexOf(name);
    if (found < 0) {
      throw new Error(`it has no column ${name}: expected time and NAME_x, NAME_y, NAME_z of ${names.join(", ")}`);
    }
    return found;
  };
  const time = column("time");
  const columns = names.map((name) => ["x", "y", "z"].map((axis) => column(`${name}_${axis}`)));
  const cell = (row, at) => (row[at] ? Number(row[at]) : NaN);
  const seconds = (cell(rows.at(-1), time) - cell(rows[0], time)) / (rows.length - 1);
  for (const [i, row] of rows.entries()) {
    if (!(Math.abs(cell(row, time) - cell(rows[0], time) - i * seconds) < 0.01 * seconds)) {
      throw new Error(`line ${i + 2} has the time ${row[time]}: expected frames that are ${seconds} s apart`);
    }
  }
  return [{ name: file.name, seconds, frames: rows.map((row) => columns.map((three) => three.map((at) => cell(row, at)))) }];
}

// motion is a BVH file whose joints have the particles' names; NAME_end is the end of a bone.
async function motion(file, names) {
  const { joints, seconds, frames } = readBvh(await file.text());
  const order = names.map((name) => {
    const found = joints.indexOf(name);
    if (found < 0) {
      throw new Error(`it has no joint ${name}: its joints are ${joints.join(", ")}`);
    }
    return found;
  });
  return [{ name: file.name, seconds, frames: frames.map((frame) => order.map((joint) => frame[joint])) }];
}
