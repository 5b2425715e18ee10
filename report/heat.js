"use strict";
// Draws maps of values with uPlot: it has axes, zoom and cursor, the cells are drawn here.

// parts of a colour, red, green and blue.
const partsOf = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

// heatColor is the colour of a value.
function heatColor({ low, high, log, colors }, value) {
  const share = low === high ? 1 : log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const at = 2 * Math.min(Math.max(share, 0), 1);
  const below = Math.min(Math.floor(at), 1);
  const [from, to] = [partsOf(colors[below]), partsOf(colors[below + 1])];
  return `rgb(${from.map((part, i) => Math.round(part + (at - below) * (to[i] - part))).join(" ")})`;
}

// cells draws the values that are seen.
function cells(u, { edges, values, ...scale }) {
  const { left, top, width, height } = u.bbox;
  const place = (value, axis) => Math.round(u.valToPos(value, axis, true));
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(left, top, width, height);
  u.ctx.clip();
  for (const [row, all] of values.entries()) {
    const [above, below] = [place(values.length - row, "y"), place(values.length - row - 1, "y")];
    for (const [column, value] of all.entries()) {
      if (value !== null) {
        const [from, to] = [place(edges[column], "x"), place(edges[column + 1], "x")];
        u.ctx.fillStyle = heatColor(scale, value);
        u.ctx.fillRect(from, above, to - from, below - above);
      }
    }
  }
  u.ctx.restore();
}

// cellText says the value of a cell, and of what it is.
function cellText({ x, heat: { rows, edges, values, unit } }, row, column) {
  const value = `${brief(values[row][column])}${unit && ` ${unit}`}`;
  return `${rows[row]}: ${value}; ${x}: ${brief(edges[column])} to ${brief(edges[column + 1])}`;
}

// heatOptions are uPlot's for a map; says is told the row and the column under the pointer.
function heatOptions({ heat }, size, says) {
  const { rows, edges } = heat;
  const line = { stroke: "#333", grid: { show: false }, ticks: { stroke: "#999", width: 1 }, font: "12px system-ui, sans-serif" };
  const longest = Math.max(...rows.map((name) => name.length));
  const under = (u) => {
    const { left, top } = u.cursor;
    if (left >= 0 && top >= 0) {
      const at = u.posToVal(left, "x");
      const column = edges.findIndex((edge, i) => i > 0 && at <= edge) - 1;
      says(Math.min(Math.max(rows.length - 1 - Math.floor(u.posToVal(top, "y")), 0), rows.length - 1), column < 0 ? edges.length - 2 : column);
    }
  };
  const whole = roomy(() => edges[0], () => edges.at(-1));
  const within = ([from, to]) => [Math.max(from, edges[0]), Math.min(to, edges.at(-1))];
  return {
    ...size,
    scales: {
      x: { time: false, range: (...all) => within(whole(...all)) },
      y: { range: (_, least, most) => (least === null ? [0, rows.length] : [Math.max(least, 0), Math.min(most, rows.length)]) },
    },
    axes: [
      { ...line, values: (_, at) => at.map(brief) },
      {
        ...line, gap: 3, ticks: { show: false },
        size: (u) => Math.min(12 + 6.5 * longest, 0.4 * (u?.width ?? size.width)),
        splits: (u, _, least, most) => {
          const every = Math.ceil((15 * (most - least)) / (u.bbox.height / uPlot.pxRatio));
          return rows.map((_, i) => rows.length - i - 0.5).filter((at, i) => i % every === 0 && at >= least && at <= most);
        },
        values: (u, at) => at.map((y) => shortened(rows[rows.length - Math.ceil(y)], Math.floor((0.4 * u.width) / 6.5))),
      },
    ],
    legend: { show: false },
    series: [{}, { paths: () => null, points: { show: false } }],
    cursor: { drag: { x: true, y: true, uni: 20 }, points: { show: false } },
    hooks: { drawAxes: [(u) => cells(u, heat)], setCursor: [under] },
  };
}

// shortened is a name of so many letters at most.
const shortened = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

// heatScale are the colours of the least value to the largest.
function heatScale({ colors, low, high, unit }) {
  const bar = element("i", {});
  bar.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  return element("p", { className: "shades" }, brief(low), bar, `${brief(high)}${unit && ` ${unit}`}`);
}

// drawHeat puts a map into a box that is on the page.
function drawHeat(chart, box) {
  const { rows, edges } = chart.heat;
  const height = Math.min(Math.max(240, 16 * rows.length + 60), 760);
  const size = () => ({ width: Math.max(box.clientWidth, 200), height });
  const value = element("p", { className: "value", textContent: "\u00a0" });
  box.querySelector(".legend").append(heatScale(chart.heat), value);
  const says = (row, column) => { value.textContent = cellText(chart, row, column); };
  const middles = edges.slice(1).map((edge, i) => (edge + edges[i]) / 2);
  const u = new uPlot(heatOptions(chart, size(), says), [middles, middles.map(() => null)], box.querySelector(".plot"));
  new ResizeObserver(() => u.setSize(size())).observe(box);
  let [row, column] = [-1, -1];
  const step = (down, right) => {
    const within = (at, count) => Math.min(Math.max(at, 0), count - 1);
    [row, column] = [within(row + down, rows.length), within(column + right, middles.length)];
    u.setCursor({ left: u.valToPos(middles[column], "x"), top: u.valToPos(rows.length - row - 0.5, "y") });
    box.querySelector(".said").textContent = cellText(chart, row, column);
  };
  onKeys(box, { ArrowLeft: () => step(0, -1), ArrowRight: () => step(0, 1), ArrowUp: () => step(-1, 0), ArrowDown: () => step(1, 0), ...zoomKeys(u, () => middles[column]) });
  return u;
}
