"use strict";
// Shapes, colours and thickness of what is drawn in space. Moments are told apart by shape, and
// by the colours of package plot.

const moments = {
  input: { color: 0x8c8c8c, marker: () => new THREE.OctahedronGeometry(0.9), bar: 0.7 },
  truth: { color: 0x1a1a1a, marker: () => new THREE.BoxGeometry(2.4, 2.4, 2.4), hollow: true, bar: 0.35 },
  prediction: { color: 0xd55e00, marker: () => new THREE.SphereGeometry(1, 20, 14), bar: 1 },
  straight: { color: 0x993399, marker: () => new THREE.TetrahedronGeometry(1.1), bar: 0.35 },
};

// Colours from no error to the largest, darker the larger; of bars from no change of
// length to a quarter, as in animations.
const errorStops = [0x288cbe, 0x882255, 0x3c001e];
const stretchStops = [0x8c8c8c, 0xd02020];
const stretchOfRed = 0.25;

// shade is the colour at a share of a scale.
function shade(stops, share) {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const below = Math.min(Math.floor(at), stops.length - 2);
  const mix = (shift) => Math.round(((stops[below] >> shift) & 255) + (at - below) * (((stops[below + 1] >> shift) & 255) - ((stops[below] >> shift) & 255)));
  return (mix(16) << 16) | (mix(8) << 8) | mix(0);
}

// bars are the radii of a bar at its two ends, in radii of a particle.
const bars = { stick: [0.5, 0.5], hinge: [0.28, 0.28], tree: [0.5, 0.15], body: [0.12, 0.12], bond: [0.08, 0.08] };
