package mechanics

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// interactionName is the function that computes the forces between particles.
const interactionName = "interaction"

// PairForces extracts the part of a GMN-ODE that computes the forces of its interaction at the
// input. The module has the output "force" [particles,3], which is the sum over a particle's
// neighbors. The factor converts it to the data's units of mass, length and time. Without
// masses in the model, each particle has a mass of 1.
//
// Messages change the forces after the first step. The forces of a model without messages are
// the same in all steps.
func PairForces(m *graph.Model) (module *ir.Module, factor float64, err error) {
	if m.Config.Runs > 0 {
		return nil, 0, fmt.Errorf("%d runs in one file have as many laws: take the runs one by one", m.Config.Runs)
	}
	main := *m.Module.Main
	force := firstForce(&main)
	if !config.Describe(m.Config.Model).Law || force == nil {
		return nil, 0, fmt.Errorf("a %s has no forces between particles that can be read: gmn-ode has, unless it was trained with --forces none", m.Config.Model)
	}
	main.Outputs = []ir.Output{{Name: "force", Value: force}}
	copied := *m.Module
	copied.Main = &main
	return &copied, forceUnit(m.Config), nil
}

// forceUnit is the unit of the forces in a step, in units of the data.
func forceUnit(c config.Config) float64 {
	steps := float64(c.Layers) / c.Interval()
	unit := c.Scale.LengthUnit() * steps * steps
	if config.Cartesian(c.Integrator) {
		unit *= cmp.Or(c.Mass, 1)
	}
	return unit
}

// firstForce returns the result of the first call of an interaction, or nil if there is none.
func firstForce(main *ir.Func) *ir.Value {
	at := slices.IndexFunc(main.Nodes, func(n *ir.Node) bool { return n.Callee != nil && n.Callee.Name == interactionName })
	if at < 0 {
		return nil
	}
	return main.Nodes[at].Results[0]
}
