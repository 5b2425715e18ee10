package systems

import (
	"gmnc/ir"
	"gmnc/system"
)

// Normalizer returns a function that computes an input that turns the sums over a batch in a
// loss into means, as package train names them, or nil for another input. All systems in a
// file's batch have one size.
func (e *Emitter) Normalizer(input *ir.Value) func() string {
	switch {
	case input.Name == "normalizer" && IsFixed(input.Type):
		return func() string { return e.oneOver(e.Op("Mul", nil, e.Size(Particles), e.Ints([]int64{3}, 1))) }
	case input.Name == "energy_weight" && PerParticle(input.Type):
		return func() string {
			return e.Op("Expand", nil, e.oneOver(e.Size(Particles)), e.Concat(e.Size(Particles), e.Ints([]int64{1}, 1)))
		}
	}
	for _, kind := range system.ListedKinds() {
		if input.Name == kind.Name+"_normalizer" && IsFixed(input.Type) {
			return func() string { return e.oneOverBars(kind) }
		}
	}
	return nil
}

// oneOver returns 1 over a count, float[1,1].
func (e *Emitter) oneOver(count string) string {
	number := e.AsFloat(count)
	return e.Op("Div", nil, e.Floats([]float64{1}, 1, 1), number)
}

// oneOverBars returns 1 over the number of times that the bars of a kind of objects are seen.
// If there are no members, it counts one.
func (e *Emitter) oneOverBars(kind *system.Kind) string {
	mask := e.Rows(e.Module.Main.Input(kind.Mask()))
	members := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, mask, e.Ints([]int64{0}, 1))
	members = e.Op("Max", nil, members, e.Floats([]float64{1}, 1, 1))
	return e.Op("Div", nil, e.Floats([]float64{float64(kind.Members()) / float64(kind.Views())}, 1, 1), members)
}
