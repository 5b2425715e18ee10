package export

import "gmnc/system"

// unmoved counts what no law moves in each system, int64[batch,1,1] each: particles without
// mass that nothing holds, pinned particles with a velocity, and that all are pinned. Bodies
// on joints, and those among planes, have particles without mass.
func (e *emitter) unmoved(read map[string]bool) (counts []string) {
	reads := func(f *system.Field) bool { return read[f.Name] && e.takes(f) }
	weights := []string{}
	if reads(system.Mass) && e.joints == 0 && !reads(system.Planes) {
		weights = append(weights, e.fitted(system.Mass.Name, e.perParticle()))
	}
	sum := func(values string) string {
		return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, values, e.Ints([]int64{1, 2}, 2))
	}
	zero, weighed := e.Floats([]float64{0}), len(weights) > 0
	if reads(system.Pinned) {
		pinned := e.fitted(system.Pinned.Name, e.perParticle())
		weights = append(weights, pinned)
		speeds := e.sumSquares(e.fitted(system.Velocity.Name, e.perParticle()), 1, 2)
		moves := e.Op("Less", nil, zero, e.Op("Mul", nil, pinned, speeds))
		free := sum(e.Op("Sub", nil, e.Floats([]float64{1}), pinned))
		counts = append(counts, sum(e.asInt(moves)), e.asInt(e.Op("Not", nil, e.Op("Less", nil, zero, free))))
	}
	if weighed {
		weight := weights[0]
		if len(weights) > 1 {
			weight = e.Op("Add", nil, weights...)
		}
		counts = append(counts, sum(e.asInt(e.Op("Not", nil, e.Op("Less", nil, zero, weight)))))
	}
	return counts
}
