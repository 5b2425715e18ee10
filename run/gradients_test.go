package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestGradientInputs: words of constants stand for the inputs that a model has of them, once each, and all else
// stays as it is.
func TestGradientInputs(t *testing.T) {
	taking := func(config builder.Config, names ...string) *builder.Model {
		main := &ir.Func{}
		for _, name := range names {
			main.Inputs = append(main.Inputs, &ir.Value{Name: name, Type: ir.Type{DType: ir.Float}})
		}
		return &builder.Model{Config: config, Module: &ir.Module{Main: main}}
	}
	joints := taking(builder.Config{}, "velocity", "turn_damping", "slide_damping", "turn_friction", "rotor_inertia", "rotor_mass")
	springs := taking(builder.Config{EdgeFeatures: []string{builder.LearnedStiffness, builder.LearnedRestLength}}, "mass", "edge_features")
	for _, c := range []struct {
		of          *builder.Model
		names, want []string
	}{
		{joints, []string{"velocity", builder.LearnedDamping}, []string{"velocity", "turn_damping", "slide_damping"}},
		{joints, []string{builder.LearnedFriction}, []string{"turn_friction"}},
		{joints, []string{builder.LearnedRotor}, []string{"rotor_inertia"}},
		{joints, []string{builder.LearnedDamping, "turn_damping"}, []string{"slide_damping", "turn_damping"}},
		{joints, []string{"turn_damping", "turn_damping"}, []string{"turn_damping", "turn_damping"}},
		{joints, []string{builder.LearnedStiffness, "nothing"}, []string{builder.LearnedStiffness, "nothing"}},
		{springs, []string{builder.LearnedMass, builder.LearnedStiffness}, []string{"mass", system.EdgeFeatures.Name}},
		{springs, []string{builder.LearnedStiffness, builder.LearnedRestLength}, []string{system.EdgeFeatures.Name}},
		{springs, []string{builder.LearnedDamping}, []string{builder.LearnedDamping}},
	} {
		require.Equal(t, c.want, run.GradientInputs(c.of, c.names), "%v", c.names)
	}
}
