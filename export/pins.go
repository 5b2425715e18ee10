package export

import "gmnc/system"

// wrongPins counts the pinned particles with a velocity in each system, and 1 more where all
// are pinned: int64[batch,1,1]; "" without pins.
func (e *emitter) wrongPins(read map[string]bool) string {
	if !e.reads(read, system.Pinned) {
		return ""
	}
	pinned, zero := e.fitted(system.Pinned.Name, e.perParticle()), e.Floats([]float64{0})
	speeds := e.along("ReduceSumSquare", e.fitted(system.Velocity.Name, e.perParticle()), 1, 2)
	moves := e.Op("Less", nil, zero, e.Op("Mul", nil, pinned, speeds))
	free := e.perSystem(e.Op("Sub", nil, e.Floats([]float64{1}), pinned))
	none := e.asInt(e.Op("Not", nil, e.Op("Less", nil, zero, free)))
	return e.Op("Add", nil, e.perSystem(e.asInt(moves)), none)
}

// unheld counts the particles without mass in each system that no pin holds:
// int64[batch,1,1]; "" without masses. Bodies on joints, and among planes, have particles
// without mass.
func (e *emitter) unheld(read map[string]bool) string {
	if !e.reads(read, system.Mass) || e.joints > 0 || e.reads(read, system.Planes) {
		return ""
	}
	weight := e.fitted(system.Mass.Name, e.perParticle())
	if e.reads(read, system.Pinned) {
		weight = e.Op("Add", nil, weight, e.fitted(system.Pinned.Name, e.perParticle()))
	}
	return e.perSystem(e.asInt(e.Op("Not", nil, e.Op("Less", nil, e.Floats([]float64{0}), weight))))
}

// reads reports whether the model takes a field and reads it.
func (e *emitter) reads(read map[string]bool, f *system.Field) bool {
	return read[f.Name] && e.takes(f)
}

// perSystem adds up values over particles and columns: [batch,1,1].
func (e *emitter) perSystem(values string) string {
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, values, e.Ints([]int64{1, 2}, 2))
}
