// States of systems, with velocities, from recorded positions with noise.

// weights are what polynomials of degree 5, by least squares over frames from -h to h, give
// a value and its change a frame at 0 from. Slopes of an odd degree follow bends as well as
// values do.
export function weights(h) {
  const powers = Array.from({ length: 2 * h + 1 }, (_, i) => [0, 1, 2, 3, 4, 5].map((k) => ((i - h) / h) ** k));
  const square = [0, 1, 2, 3, 4, 5].map((a) => [0, 1, 2, 3, 4, 5].map((b) => powers.reduce((sum, row) => sum + row[a] * row[b], 0)));
  const [value, slope] = [0, 1].map((which) => {
    const c = solve(square, which);
    return powers.map((row) => row.reduce((sum, x, k) => sum + x * c[k], 0) / (which ? h : 1));
  });
  return { value, slope };
}

// solve gives a column of the inverse of a matrix that is symmetric and positive.
function solve(matrix, column) {
  const rows = matrix.map((row, i) => [...row, i === column ? 1 : 0]);
  for (const [i, pivot] of rows.entries()) {
    for (const [k, row] of rows.entries()) {
      const share = k === i ? 0 : row[i] / pivot[i];
      rows[k] = share ? row.map((x, at) => x - share * pivot[at]) : row;
    }
    rows[i] = rows[i].map((x) => x / pivot[i]);
  }
  return rows.map((row) => row.at(-1));
}

const at = (values, frame, kernel, h) => kernel.reduce((sum, weight, k) => sum + weight * values[frame - h + k], 0);

// error is the mean square by which values miss what their neighbours alone say.
function error(series, h) {
  const { value } = weights(h);
  let [sum, count] = [0, 0];
  for (const values of series) {
    for (let frame = h; frame < values.length - h; frame++, count++) {
      sum += ((values[frame] - at(values, frame, value, h)) / (1 - value[h])) ** 2;
    }
  }
  return sum / count;
}

// reach is the h with the least error, over series of which none is shorter than the frames.
export function reach(series, frames) {
  let best = { error: Infinity };
  for (let h = 4; 6 * h < frames && h <= 60; h = Math.max(h + 1, Math.round(1.15 * h))) {
    const found = error(series, h);
    if (found < best.error) {
      best = { error: found, h };
    }
  }
  if (!best.h) {
    throw new Error(`a recording of ${frames} frames is too short: expected 25 or more`);
  }
  return best.h;
}

// smooth gives values and changes a second, from frame h on to the one h before the last.
export function smooth(values, h, seconds) {
  const { value, slope } = weights(h);
  const frames = Array.from({ length: values.length - 2 * h }, (_, i) => i + h);
  return { values: frames.map((frame) => at(values, frame, value, h)), rates: frames.map((frame) => at(values, frame, slope, h) / seconds) };
}
