package sysid

import "math"

// slowRates are the rates [rad/s, or m/s] at which the Stribeck effect may start to fade. A search
// from a single one ends in a minimum near it.
var slowRates = []float64{0.003, 0.01, 0.03, 0.1, 0.3}

// startSlow sets the rate of each joint's Stribeck friction, and the center of its prior, to the one
// of slowRates whose column explains most of what before leaves, a solved fit to the same motions
// without the term. Rows that before leaves out do not count: an effect at tiny rates would follow
// joints that are at rest.
func (f *fit) startSlow(before *fit) {
	for j := range f.tree.Links {
		c, most := f.of(j, logSlow), 0.0
		own := append([]float64{}, f.constants[f.of(j, 0):][:perJoint]...)
		for _, rate := range slowRates {
			own[logSlow] = math.Log(rate)
			fraction, _ := before.explained(j, false, func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
				fading := f.friction(m, j, own, false).fading
				return func(k, _ int) float64 { return fading[k] }
			})
			if fraction > most {
				f.start[c], f.constants[c], most = own[logSlow], own[logSlow], fraction
			}
		}
	}
}
