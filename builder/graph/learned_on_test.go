package graph_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestAnotherSystem: a file of constants by particle predicts no numbers for a system whose fields
// or shape are not those on which the constants were learned, by more than a tenth above what
// counts as the same.
func TestAnotherSystem(t *testing.T) {
	chain := system.Sample{
		Position: make([]float32, 9), Velocity: make([]float32, 9), NodeFeatures: []float32{1, 0, 2},
		Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})},
	}
	system.Mass.Set(&chain, []float32{2, 3, 0})
	// The distances to the joints are 0, 0.5 and 2, those of joints to the previous bodies 0, 0.5
	// and 0, and their mean is 0.5.
	system.Rest.Set(&chain, []float32{0, 0, 0, 1, 0, 0, 3, 0, 0})
	system.JointAnchor.Set(&chain, []float32{0, 0, 0, 0.5, 0, 0, 1, 0, 0})
	mass := func(values ...float32) *config.LearnedOn {
		return &config.LearnedOn{Fields: map[string][]float32{"mass": values}}
	}
	shape := func(values ...float32) *config.LearnedOn { return &config.LearnedOn{Rest: values} }
	for _, c := range []struct {
		what    string
		on      *config.LearnedOn
		another bool
	}{
		{"no description", nil, false},
		{"nothing known", &config.LearnedOn{}, false},
		{"the same masses", mass(2, 3, 0), false},
		{"a mass within rounding", mass(2, 3.0003, 0), false},
		{"a larger mass", mass(2, 3.0004, 0), true},
		{"a smaller mass", mass(2, 2.9996, 0), true},
		{"small masses in units of the share", mass(2, 3, 1e-8), false},
		{"masses small, and other", mass(2, 3, 1.2e-8), true},
		{"masses of fewer particles", mass(2, 7), false},
		{"a field that the data lack", &config.LearnedOn{Fields: map[string][]float32{"pinned": {1, 1, 1}}}, false},
		{"the same features", &config.LearnedOn{Fields: map[string][]float32{"node_features": {1, 0, 2}}}, false},
		{"other features", &config.LearnedOn{Fields: map[string][]float32{"node_features": {1, 1, 2}}}, true},
		{"the same shape", shape(0, 0, 1, 1, 4, 0), false},
		{"a shape within its choice", shape(0, 0, 1, 1, 4.08, 0), false},
		{"a longer arm", shape(0, 0, 1, 1, 4.1, 0), true},
		{"a longer link", shape(0, 0, 1, 1.03, 4, 0), true},
		{"a shape of fewer particles", shape(0, 0, 1, 7), false},
	} {
		of := config.Config{
			Depth: 4, NodeFeatures: []string{"kind"}, Fields: []string{"mass", "rest", "joint_anchor"}, LearnedOn: c.on,
			Learn: []config.Constant{{Name: config.LearnedDamping, By: config.ByParticle, Labels: []string{"0", "1", "2"}, Start: []float64{1, 1, 1}}},
		}
		outputs := moving.Written(t, of, chain, nil, func(*graph.Writer) map[string]*ir.Value { return nil })
		for _, name := range graph.State {
			require.NotEmpty(t, outputs[name])
			for _, x := range outputs[name] {
				require.Equal(t, c.another, math.IsNaN(x), "%s: %s", c.what, name)
			}
		}
	}
}

// TestShapeInAnotherUnit: a shape is the same in another unit of length, since its distances are
// divided by their mean.
func TestShapeInAnotherUnit(t *testing.T) {
	for _, unit := range []float32{1, 100} {
		s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Objects: system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0})}}
		system.Rest.Set(&s, []float32{0, 0, 0, 0, 3 * unit, 0})
		system.JointAnchor.Set(&s, []float32{0, 0, 0, 0, unit, 0})
		of := config.Config{
			Depth: 4, Fields: []string{"rest", "joint_anchor"}, LearnedOn: &config.LearnedOn{Rest: []float32{0, 0, 8. / 3, 4. / 3}},
			Learn: []config.Constant{{Name: config.LearnedDamping, By: config.ByParticle, Labels: []string{"0", "1"}, Start: []float64{1, 1}}},
		}
		outputs := moving.Written(t, of, s, nil, func(*graph.Writer) map[string]*ir.Value { return nil })
		require.False(t, math.IsNaN(outputs["position"][0]))
	}
}
