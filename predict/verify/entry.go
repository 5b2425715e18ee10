package verify

import (
	"math"
	"strings"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// differencesOf are outputs of which another is made of differences: it is rounded as
// they are.
var differencesOf = map[string]string{graph.PositionSpread: system.Position.Name, graph.VelocitySpread: system.Velocity.Name}

// displacedPart is the part of the largest position that a displacement, which is rounded
// as positions are, has as its largest entry at least: Tolerance of it is roundingFactor
// roundings of positions.
const displacedPart = roundingFactor * positionRounding / Tolerance

// positionRounding is how far a rounding to float32 moves a number, of the number.
const positionRounding = 1.0 / (1 << 24)

// entryOf is the largest entry that differences of an output of samples are measured by.
func entryOf(output string, of Outputs, samples []system.Sample) float64 {
	entry := largestOf(of[output])
	if other := differencesOf[output]; other != "" {
		return max(entry, entryOf(other, of, samples))
	}
	if input, isGradient := strings.CutPrefix(output, ir.GradientPrefix); isGradient {
		return max(entry, displacedPart*gradientOf(input, of, samples))
	}
	if output == system.Velocity.Name && displaced(of, samples) {
		entry = max(entry, displacedPart*largestOf(of[system.Position.Name]))
	}
	return entry
}

// gradientOf is the size that a gradient by an input has where outputs change by all of themselves
// as the input does, 0 where the input is 0. One that is 0, since the input does nothing, is rounded
// as a sum of such terms. Cotangents of positions are as large as velocities, and the other way round.
func gradientOf(input string, of Outputs, samples []system.Sample) float64 {
	field := system.FieldNamed(input)
	if field == nil {
		return 0
	}
	var size, place, rate float64
	for i := range samples {
		size = max(size, largestOf(field.Of(&samples[i])))
		place, rate = max(place, largestOf(samples[i].Position)), max(rate, largestOf(samples[i].Velocity))
	}
	if size == 0 {
		return 0
	}
	return max(largestOf(of[system.Position.Name])*rate, largestOf(of[system.Velocity.Name])*place) / size
}

// displaced reports whether velocities are displacements: the ways from the samples'
// positions to the predicted ones, as far as float32 knows them.
func displaced(of Outputs, samples []system.Sample) bool {
	var from []float32
	for i := range samples {
		from = append(from, samples[i].Position...)
	}
	to, velocity := of[system.Position.Name], of[system.Velocity.Name]
	if len(to) != len(from) || len(velocity) != len(from) {
		return false
	}
	most := roundingFactor * positionRounding * max(largestOf(from), largestOf(to))
	for i := range from {
		if way := float64(to[i]) - float64(from[i]); !(math.Abs(way-float64(velocity[i])) <= most) {
			return false
		}
	}
	return true
}
