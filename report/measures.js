"use strict";
// Writes and measures for all scripts of a page.

const find = (selector) => document.querySelector(selector);
const scene = JSON.parse(find("#scene")?.textContent ?? "{}");

// number writes a value as gmnc predict does: with four digits, and with an exponent where it
// is small.
function number(value) {
  const rounded = Number(value.toPrecision(4));
  return rounded && Math.abs(rounded) < 1e-4 ? rounded.toExponential().replace(/e-(\d)$/, "e-0$1") : String(rounded);
}
const length = (value) => (scene.unit ? `${number(value)} ${scene.unit}` : number(value));

const distance = (a, b) => Math.hypot(...a.map((x, axis) => x - b[axis]));

// onKeys does what keys stand for while an element is focused.
function onKeys(element, keys) {
  element.addEventListener("keydown", (event) => {
    const act = !event.ctrlKey && !event.metaKey && !event.altKey && (keys[event.key] ?? keys[event.key.toLowerCase()]);
    if (act) {
      event.preventDefault();
      act();
    }
  });
}
