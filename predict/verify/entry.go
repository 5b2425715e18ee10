package verify

import (
	"math"
	"strings"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// differencesOf maps an output that is made of differences to the output whose values are
// subtracted. The two have the same rounding errors.
var differencesOf = map[string]string{graph.PositionSpread: system.Position.Name, graph.VelocitySpread: system.Velocity.Name}

// displacedPart is a fraction of the largest position. The largest entry of a displacement,
// which is rounded as positions are, counts as at least that much, so that Tolerance of it is
// roundingFactor roundings of positions.
const displacedPart = roundingFactor * positionRounding / Tolerance

// positionRounding is the largest relative error of a rounding to float32.
const positionRounding = 1.0 / (1 << 24)

// entryOf returns the largest entry of an output, relative to which differences of that output
// are measured.
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

// gradientOf returns the size of a gradient with respect to an input if outputs change by as
// much as themselves when the input does, or 0 if the input is 0. A gradient that is 0, as the
// input has no effect, has the rounding errors of a sum of such terms. Cotangents of positions
// are as large as velocities, and the other way round.
func gradientOf(input string, of Outputs, samples []system.Sample) float64 {
	field := system.FieldNamed(input)
	if field == nil {
		return 0
	}
	var size, position, rate float64
	for i := range samples {
		size = max(size, largestOf(field.Of(&samples[i])))
		position, rate = max(position, largestOf(samples[i].Position)), max(rate, largestOf(samples[i].Velocity))
	}
	if size == 0 {
		return 0
	}
	return max(largestOf(of[system.Position.Name])*rate, largestOf(of[system.Velocity.Name])*position) / size
}

// displaced reports whether the velocities are displacements: the differences of the predicted
// positions from the samples' positions, as exactly as float32 has them.
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
		if displacement := float64(to[i]) - float64(from[i]); !(math.Abs(displacement-float64(velocity[i])) <= most) {
			return false
		}
	}
	return true
}
