// Puts learned weights into the bytes of a file of training steps.

const text = new TextEncoder();

// withWeights is the file with these weights, which are named in the order of the values,
// and with its digest.
export async function withWeights(file, names, values) {
  const bytes = new Uint8Array(file.slice(0));
  let start = 0;
  for (const { name, size } of names) {
    const at = found(bytes, name, 4 * size);
    new Uint8Array(Float32Array.from(values.slice(start, (start += size))).buffer).forEach((byte, i) => { bytes[at + i] = byte; });
  }
  const end = bytes.length - 64; // of what the digest covers, in hexadecimal digits
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.subarray(0, end)));
  bytes.set(text.encode(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")), end);
  return bytes;
}

// found is where the raw numbers of a tensor begin: after its fields name (8) and raw_data (9).
function found(bytes, name, length) {
  const before = [0x42, name.length, ...text.encode(name), 0x4a, ...varint(length)];
  const at = bytes.findIndex((_, i) => before.every((byte, k) => bytes[i + k] === byte));
  if (at < 0) {
    throw new Error(`the file has no weights ${name} that could be replaced`);
  }
  return at + before.length;
}

const varint = (value) => (value < 128 ? [value] : [128 | (value % 128), ...varint(Math.floor(value / 128))]);
