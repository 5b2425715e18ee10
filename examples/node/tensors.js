// The tensors of a text, to hold a file to.
import { readFileSync } from "node:fs";

// read gives the tensors of a text, one a line: name, number of dimensions, these, numbers.
export function read(path) {
  const tensors = {};
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [name, rank, ...rest] = line.split(" ");
    tensors[name] = { shape: rest.slice(0, rank).map(Number), numbers: rest.slice(rank) };
  }
  return tensors;
}

export function check(name, found, wanted) {
  for (let i = 0; i < wanted.length; i++) {
    if (!(Math.abs(found[i] - wanted[i]) <= 1e-5 + 1e-4 * Math.abs(wanted[i]))) {
      throw new Error(`${name}[${i}] is ${found[i]}, expected ${wanted[i]}`);
    }
  }
}
