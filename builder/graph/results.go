package graph

import (
	"slices"

	"gmnc/ir"
)

// These are the outputs of a model that has an energy.
const (
	EnergyOutput = "energy" // of each system
	ForcesOutput = "forces" // on each particle: [particles,3]
)

// totalEnergy is the sum over all systems. It exists until the forces are derived.
const totalEnergy = "total_energy"

// SumSystem sums x [particles,k] over all particles of a system, and returns the sum in each of
// their rows.
func (w *Writer) SumSystem(x *ir.Value) *ir.Value {
	return w.SumSystems(x, w.systemOf())
}

// systemOf returns the first particle of each particle's system.
func (w *Writer) systemOf() *ir.Value {
	if w.system == nil {
		w.Unscoped(func() { w.system = w.Input(ir.SystemInput, ir.Indices(Particles, ir.Rows(Particles))) })
	}
	return w.system
}

// Result adds an output besides those of the layers: a value of each particle [particles,k] or
// of each edge [edges,k].
func (w *Writer) Result(name string, x *ir.Value) { w.Output(name, x) }

// SystemResult adds an output for each system: the sum of x [particles,k] over its particles.
func (w *Writer) SystemResult(name string, x *ir.Value) { w.Output(name, w.SumSystem(x)) }

// Energy adds the outputs of a conservative model. They are the energy of each system, which is
// the sum of x [particles,1] over its particles, and the forces, which are the negative
// gradient of the energy. Such a model needs no layer.
func (w *Writer) Energy(x *ir.Value) {
	w.SystemResult(EnergyOutput, x)
	w.Output(totalEnergy, w.SumRows(x))
}

// deriveForces replaces the total energy, if there is one, by the forces.
func (m *Model) deriveForces() error {
	if m.Module.Main.Output(totalEnergy) == nil {
		return nil
	}
	derived, _, err := ir.Gradient(m.Module, totalEnergy, []string{"position"})
	if err != nil {
		return err
	}
	gradient := derived.Main.Output("grad/position")
	derived.Main.Outputs = slices.DeleteFunc(derived.Main.Outputs, func(o ir.Output) bool {
		return o.Name == totalEnergy || o.Name == "grad/position"
	})
	m.Module = derived
	return ir.Extend(derived, func(b *ir.Builder) {
		if gradient == nil {
			b.Fail("the energy does not depend on the positions: it has no forces")
		}
		b.Output(ForcesOutput, b.Name(ForcesOutput, b.Neg(gradient)))
	})
}
