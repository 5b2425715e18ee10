"use strict";
// Draws charts with uPlot, also in place of the pictures that a page was written with.

// brief writes a value with four digits, large and small ones with an exponent.
function brief(value) {
  const size = Math.abs(value);
  if (value == null || !Number.isFinite(value)) {
    return "–";
  }
  return size && (size >= 1e5 || size < 1e-3) ? value.toExponential(2).replace(/\.?0*e/, "e") : String(Number(value.toPrecision(4)));
}

// align puts all series over one ascending axis: [x, one column each]. An element is undefined
// where a series has no point, where it has a gap null.
function align(columns) {
  const points = columns.flatMap(({ x, y }, column) => x.map((at, i) => ({ at, column: column + 1, value: y[i] }))).filter(({ at }) => at !== null);
  points.sort((a, b) => a.at - b.at);
  const data = Array.from({ length: columns.length + 1 }, () => []);
  for (const { at, column, value } of points) {
    const last = data[0].length - 1;
    const there = data[0][last] === at && data[column][last] === undefined;
    const row = there ? last : last + 1;
    if (!there) {
      data.forEach((values) => values.push(undefined));
      data[0][row] = at;
    }
    data[column][row] = value;
  }
  return data;
}

// nearest is the index where a column has a value, as near as can be to one.
function nearest(values, index) {
  for (let away = 0; away < values.length; away++) {
    for (const at of [index - away, index + away]) {
      if (values[at] != null) {
        return at;
      }
    }
  }
  return index;
}

// columnsOf are the lines, points and bars of a chart, and the ends of bands.
function columnsOf(chart) {
  const named = new Set();
  return chart.series.flatMap(({ name, shape, color, dash, x, y, low, high }) => {
    const series = { label: name, stroke: color, width: shape === "thin" ? 0.7 : 1.7, dash, value: (_, value) => brief(value), spanGaps: false };
    const bars = shape === "bars" || shape === "hollow";
    if (bars) {
      Object.assign(series, { paths: uPlot.paths.bars({ size: [0.7, 80] }), fill: shape === "bars" ? color : "transparent", points: { show: false } });
    } else if (shape === "points") {
      Object.assign(series, { paths: () => null, points: { show: true, size: chart.names ? 8 : 4, fill: chart.names ? "white" : color, width: chart.names ? 2 : 0 } });
    } else {
      series.points = { show: shape !== "thin" && x.length <= 40, size: 5 };
    }
    series.class = named.has(name) ? "hidden" : "shown";
    named.add(name);
    const edge = (values) => ({ x, y: values, series: { label: name, class: "hidden", stroke: "transparent", width: 0, points: { show: false } } });
    return [{ x, y, series }, ...(low ? [{ ...edge(high), band: `${color}40` }, edge(low)] : [])];
  });
}

// roomy leaves room at both ends of all values, and none where one has zoomed.
const roomy = (from, to) => (u, least, most) => (least === u.data[0][0] && most === u.data[0].at(-1) ? [from(least), to(most)] : [least, most]);

// begin is where a logarithmic axis begins. Its ticks would have no end in uPlot where it began
// from 9.5 to 10 times a power of ten.
const begin = (least) => (least > 0 ? Math.min(least, 9.4 * 10 ** Math.floor(Math.log10(least))) : least);

// scaleOf is an axis, with its range.
function scaleOf(log, range) {
  const begun = (...all) => {
    const [least, most] = range(...all);
    return [begin(least), most];
  };
  return { time: false, ...(log ? { distr: 3, range: begun } : range && { range }) };
}

// round reports whether a value is a whole number of times a power of ten. On a logarithmic axis
// only these have labels, if there are two or more.
function round(value) {
  const digit = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return Math.abs(digit - Math.round(digit)) < 1e-6;
}

// options are uPlot's for a chart.
function options(chart, columns, size, legend) {
  const names = chart.names;
  const whole = (values) => values.map((value) => (Number.isInteger(value) ? brief(value) : ""));
  const few = (u) => names.map((_, i) => i).filter((i) => i % Math.ceil((names.length * 34) / u.width) === 0);
  const labels = (log) => (_, at) => {
    const sparse = log && at.filter((value) => value !== null && round(value)).length > 1;
    return at.map((value) => (value === null || (sparse && !round(value)) ? "" : brief(value)));
  };
  const line = { stroke: "#333", grid: { stroke: "#e4e4e4", width: 1 }, ticks: { stroke: "#999", width: 1 }, font: "12px system-ui, sans-serif" };
  return {
    ...size,
    scales: {
      x: scaleOf(chart.logX, names ? roomy(() => -0.6, () => names.length - 0.4) : chart.logX && roomy((least) => least / 1.15, (most) => most * 1.15)),
      y: scaleOf(chart.logY, chart.logY ? (_, least, most) => [least / 1.15, most * 1.15] : chart.percent ? () => [0, 100] : names && ((_, least, most) => [Math.min(0, least), Math.max(0, most) * 1.05 || 1])),
    },
    axes: [
      { ...line, ...(names ? { splits: few, values: (_, at) => at.map((i) => names[i].slice(0, 14)), rotate: -45, size: 78 } : { values: chart.wholeX ? (_, at) => whole(at) : labels(chart.logX) }) },
      { ...line, size: 62, values: labels(chart.logY) },
    ],
    legend: { mount: (_, table) => legend.append(table) },
    series: [{ label: "at", value: (_, at) => (names ? names[at] ?? "–" : brief(at)) }, ...columns.map(({ series }) => series)],
    bands: columns.flatMap(({ band }, i) => (band ? [{ series: [i + 1, i + 2], fill: band }] : [])),
    cursor: { drag: { x: true, y: true, uni: 20 }, dataIdx: (u, column, index) => (column ? nearest(u.data[column], index) : index) },
    hooks: { draw: [(u) => mark(u, chart.marks ?? [])] },
  };
}

// mark draws lines from below to above, with their names.
function mark(u, marks) {
  const { left, top, width, height } = u.bbox;
  for (const { x, name } of marks) {
    const at = Math.round(u.valToPos(x, "x", true));
    if (at >= left && at <= left + width) {
      Object.assign(u.ctx, { strokeStyle: "#333", fillStyle: "#333", lineWidth: 1, font: `${12 * uPlot.pxRatio}px system-ui, sans-serif`, textAlign: "left", textBaseline: "top" });
      u.ctx.beginPath();
      u.ctx.setLineDash([2, 3]);
      u.ctx.moveTo(at, top);
      u.ctx.lineTo(at, top + height);
      u.ctx.stroke();
      u.ctx.setLineDash([]);
      u.ctx.fillText(name, at + 4, top + 2, left + width - at - 4);
    }
  }
}

// zoomKeys are the keys that zoom along x, around a place or the middle, and back.
function zoomKeys(u, place) {
  const zoom = (factor) => {
    const { min, max, distr } = u.scales.x;
    const middle = place() ?? (min + max) / 2;
    const to = (end) => (distr === 3 ? middle * (end / middle) ** factor : middle + factor * (end - middle));
    u.setScale("x", { min: to(min), max: to(max) });
  };
  return { "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), Home: () => u.setData(u.data) };
}

// listen acts on the keys of a focused chart, and says the point that they choose.
function listen(chart, box, u, said) {
  let at = -1;
  const step = (by) => {
    at = Math.min(Math.max(at + by, 0), u.data[0].length - 1);
    u.setCursor({ left: u.valToPos(u.data[0][at], "x"), top: u.bbox.height / uPlot.pxRatio / 2 });
    const values = u.series.slice(1).map(({ label, class: name }, i) => (name === "hidden" || u.data[i + 1][at] == null ? "" : `${label} ${brief(u.data[i + 1][at])}`));
    said.textContent = [`${chart.x} ${u.series[0].value(u, u.data[0][at])}`, ...values.filter(Boolean)].join("; ");
  };
  onKeys(box, { ArrowLeft: () => step(-1), ArrowRight: () => step(1), ...zoomKeys(u, () => u.data[0][at]) });
}

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// draw puts a chart into a box that is on the page.
function draw(chart, box, height) {
  const columns = columnsOf(chart);
  const size = () => ({ width: Math.max(box.clientWidth, 200), height });
  const u = new uPlot(options(chart, columns, size(), box.querySelector(".legend")), align(columns), box.querySelector(".plot"));
  new ResizeObserver(() => u.setSize(size())).observe(box);
  listen(chart, box, u, box.querySelector(".said"));
  return u;
}

// drawFigure puts charts, with a title of lines, in the place of what a figure has.
function drawFigure(figure, { title, charts }) {
  const [what, ...of] = title.split("\n");
  const several = charts.length > 1;
  const boxes = charts.map((chart) => {
    const box = element("div", { className: "chart", tabIndex: 0 },
      ...(several ? [element("h3", { textContent: chart.title })] : []), element("p", { className: "axis", textContent: chart.y }),
      element("div", { className: "plot" }), element("p", { className: "axis x", textContent: chart.x }),
      element("div", { className: "legend uplot" }), element("p", { className: "said" }));
    box.querySelector(".said").setAttribute("role", "status");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", `${several ? chart.title : what}: ${chart.y} over ${chart.x}`);
    return box;
  });
  figure.replaceChildren(
    element("figcaption", {}, element("strong", { textContent: what }), element("small", { textContent: of.join(" ") })),
    element("div", { className: several ? "charts several" : "charts" }, ...boxes));
  return charts.map((chart, k) => (chart.heat ? drawHeat(chart, boxes[k]) : draw(chart, boxes[k], several ? 240 : 320)));
}

// redraw takes what a chart's series hold now.
const redraw = (u, chart) => u.setData(align(columnsOf(chart)));

// drawFigures draws those that the page was written with.
function drawFigures() {
  const figures = document.querySelectorAll("figure");
  return JSON.parse(find("#charts").textContent).flatMap((figure, i) => (figure.charts ? drawFigure(figures[i], figure) : []));
}
