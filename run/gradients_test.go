package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestGradientInputs: words of constants stand for the inputs that a model has of them, once each, and all else
// stays as it is.
func TestGradientInputs(t *testing.T) {
	taking := func(config config.Config, names ...string) *graph.Model {
		main := &ir.Func{}
		for _, name := range names {
			main.Inputs = append(main.Inputs, &ir.Value{Name: name, Type: ir.Type{DType: ir.Float}})
		}
		return &graph.Model{Config: config, Module: &ir.Module{Main: main}}
	}
	joints := taking(config.Config{}, "velocity", "turn_damping", "slide_damping", "turn_friction", "rotor_inertia", "rotor_mass")
	springs := taking(config.Config{EdgeFeatures: []string{config.LearnedStiffness, config.LearnedRestLength}}, "mass", "edge_features")
	for _, c := range []struct {
		of          *graph.Model
		names, want []string
	}{
		{joints, []string{"velocity", config.LearnedDamping}, []string{"velocity", "turn_damping", "slide_damping"}},
		{joints, []string{config.LearnedFriction}, []string{"turn_friction"}},
		{joints, []string{config.LearnedRotor}, []string{"rotor_inertia"}},
		{joints, []string{config.LearnedDamping, "turn_damping"}, []string{"slide_damping", "turn_damping"}},
		{joints, []string{"turn_damping", "turn_damping"}, []string{"turn_damping", "turn_damping"}},
		{joints, []string{config.LearnedStiffness, "nothing"}, []string{config.LearnedStiffness, "nothing"}},
		{springs, []string{config.LearnedMass, config.LearnedStiffness}, []string{"mass", system.EdgeFeatures.Name}},
		{springs, []string{config.LearnedStiffness, config.LearnedRestLength}, []string{system.EdgeFeatures.Name}},
		{springs, []string{config.LearnedDamping}, []string{config.LearnedDamping}},
	} {
		require.Equal(t, c.want, run.GradientInputs(c.of, c.names), "%v", c.names)
	}
}
