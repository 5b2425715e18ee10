// Reads arrays of NumPy's npz files: a zip of npy files, stored or deflated.

const ascii = new TextDecoder("latin1");

// readNpz gives arrays by name: { shape, data }, numbers or texts.
export async function readNpz(buffer) {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) {
    end--;
  }
  if (end < 0) {
    throw new Error("it is no npz file, or was cut short");
  }
  const arrays = {};
  let at = view.getUint32(end + 16, true);
  for (let entry = view.getUint16(end + 10, true); entry > 0; entry--) {
    const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const key = ascii.decode(new Uint8Array(buffer, at + 46, name)).replace(/\.npy$/, "");
    const content = new Uint8Array(buffer, from, packed);
    arrays[key] = npy(key, method === 0 ? content : await inflated(content));
    at += 46 + name + extra + comment;
  }
  return arrays;
}

const inflated = async (content) => new Uint8Array(await new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());

const types = { "<f4": Float32Array, "<f8": Float64Array, "<i8": BigInt64Array, "<i4": Int32Array, "|b1": Uint8Array };

// npy is the array of a npy file.
function npy(key, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const long = bytes[6] > 1;
  const start = (long ? 12 : 10) + (long ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = ascii.decode(bytes.subarray(10, start));
  const type = header.match(/'descr': *'([^']*)'/)?.[1];
  const shape = header.match(/'shape': *\(([^)]*)\)/)?.[1].split(",").filter((extent) => extent.trim()).map(Number);
  const content = bytes.slice(start).buffer;
  if (/^<U\d+$/.test(type)) {
    return { shape, data: [String.fromCodePoint(...new Uint32Array(content)).replace(/\0+$/, "")] };
  }
  if (!types[type] || !shape || /'fortran_order': *True/.test(header)) {
    throw new Error(`${key} has the type ${type}${/True/.test(header) ? " in Fortran's order" : ""}: expected floats or whole numbers in C's order`);
  }
  return { shape, data: Array.from(new types[type](content), Number) };
}
