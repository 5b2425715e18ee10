// Reads motion capture of the Biovision hierarchy.

const about = { Xrotation: 0, Yrotation: 1, Zrotation: 2 };
const along = { Xposition: 0, Yposition: 1, Zposition: 2 };

// readBvh gives the names of joints, the seconds from frame to frame, and frames of where
// joints are [joints][3].
export function readBvh(text) {
  const words = text.trim().split(/\s+/);
  const { joints, at } = hierarchy(words);
  const start = words.indexOf("MOTION", at);
  if (start < 0 || words[start + 1] !== "Frames:" || words[start + 4] !== "Time:") {
    throw new Error("it has no MOTION with Frames and Frame Time");
  }
  const numbers = words.slice(start + 6).map(Number);
  const each = joints.reduce((sum, { channels }) => sum + channels.length, 0);
  const count = Number(words[start + 2]);
  if (!each || numbers.length !== count * each) {
    throw new Error(`it has ${numbers.length} numbers: expected ${count} frames of ${each}`);
  }
  return {
    joints: joints.map(({ name }) => name), seconds: Number(words[start + 5]),
    frames: Array.from({ length: count }, (_, frame) => placed(joints, numbers.slice(frame * each, (frame + 1) * each))),
  };
}

// hierarchy are the joints in the file's order, and where their text ends.
function hierarchy(words) {
  const joints = [];
  const open = [];
  let at = 0;
  for (; at < words.length && words[at] !== "MOTION"; at++) {
    const joint = joints.at(-1);
    const parent = open.at(-1) ?? -1;
    if (words[at] === "ROOT" || words[at] === "JOINT") {
      joints.push({ name: words[++at], parent, offset: [0, 0, 0], channels: [] });
    } else if (words[at] === "End") {
      joints.push({ name: `${joints[parent].name}_end`, parent, offset: [0, 0, 0], channels: [] });
    } else if (words[at] === "{") {
      open.push(joints.length - 1);
    } else if (words[at] === "}") {
      open.pop();
    } else if (words[at] === "OFFSET") {
      joint.offset = words.slice(at + 1, at + 4).map(Number);
    } else if (words[at] === "CHANNELS") {
      joint.channels = words.slice(at + 2, at + 2 + Number(words[at + 1]));
    }
  }
  return { joints, at };
}

// placed is where joints are in a frame.
function placed(joints, numbers) {
  const all = [];
  let next = 0;
  for (const { parent, offset, channels } of joints) {
    const from = all[parent] ?? { place: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] };
    const shift = [...offset];
    let axes = from.axes; // its own, in coordinates of space
    for (const channel of channels) {
      const value = numbers[next++];
      if (channel in along) {
        shift[along[channel]] = value;
      } else {
        axes = turned(axes, about[channel], (Math.PI / 180) * value);
      }
    }
    all.push({ axes, place: from.place.map((x, i) => x + shift.reduce((sum, part, axis) => sum + part * from.axes[axis][i], 0)) });
  }
  return all.map(({ place }) => place);
}

// turned are axes that turn about one of them.
function turned(axes, axis, angle) {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const all = [...axes];
  all[a] = axes[a].map((x, i) => c * x + s * axes[b][i]);
  all[b] = axes[b].map((x, i) => c * x - s * axes[a][i]);
  return all;
}
