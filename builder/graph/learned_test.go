package graph_test

import (
	"math"
	"testing"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestLearnedOfParticles: each particle has the value of its system, of itself, of its type or of its joint, whose mass
// its particles share. A parameter of the logarithm of 2 doubles a positive value.
func TestLearnedOfParticles(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9), NodeFeatures: []float32{1, 0, 0, 1, 1, 0}}
	joints := []int{0, 0, 1}
	for _, c := range []struct {
		constant config.Constant
		want     []float64
	}{
		{config.Constant{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}, []float64{4, 4, 4}},
		{config.Constant{Name: config.LearnedMass, By: config.ByParticle, Labels: []string{"0", "1", "2"}, Start: []float64{2, 3, 4}}, []float64{4, 6, 8}},
		{config.Constant{Name: config.LearnedMass, By: config.ByType, Labels: []string{"iron", "gold"}, Start: []float64{2, 3}}, []float64{4, 6, 4}},
		{config.Constant{Name: config.LearnedMass, By: config.ByType, Start: []float64{2}}, []float64{4, 4, 4}},
		{config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Labels: []string{"hip", "knee"}, Start: []float64{2, 3}, Joints: joints}, []float64{4, 4, 6}},
		{config.Constant{Name: config.LearnedMass, By: config.ByJoint, Labels: []string{"hip", "knee"}, Start: []float64{2, 3}, Joints: joints}, []float64{2, 2, 6}},
	} {
		of := config.Config{NodeFeatures: []string{"iron", "gold"}, Learn: []config.Constant{c.constant}}
		double := func(string) []float64 { return []float64{math.Ln2, math.Ln2, math.Ln2} }
		got := moving.Written(t, of, s, double, func(w *graph.Writer) map[string]*ir.Value {
			return map[string]*ir.Value{"value": w.Mul(w.LearnedOfParticles(&c.constant), w.Scalar(1))}
		})
		t.Log(c.constant.Name, c.constant.By)
		allclose.Within(t, c.want, got["value"], 1e-6)
	}
}
