package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/runtime"
)

// TestForceFormulas: constants that were learned come as formulas in text and LaTeX.
func TestForceFormulas(t *testing.T) {
	r := Run{Metrics: map[string]string{"standard_error constants/damping": "0.5"}, Weights: map[string]runtime.Tensor{}}
	for name, start := range map[string][]float64{config.LearnedDamping: {0.25}, config.LearnedStiffness: {10}, config.LearnedRestLength: {1}, config.LearnedGravity: {0, 0, -9.81}, config.LearnedMass: {2}} {
		c := config.Constant{Name: name, By: config.BySystem, Start: start}
		r.Config.Model.Learn = append(r.Config.Model.Learn, c)
		r.Weights[c.Param()] = runtime.Floats(make([]float32, len(start)), 1, len(start))
	}
	texts := map[string]ForceFormula{}
	for _, f := range r.ForceFormulas() {
		texts[f.Name] = f
	}
	require.Len(t, texts, 3, "masses and lengths have none of their own")
	require.Equal(t, "damping: -0.25 v, +- 0.12", texts[config.LearnedDamping].String())
	require.Equal(t, `-0.25\, v`, texts[config.LearnedDamping].LaTeX)
	require.Equal(t, "-10 (r - 1)", texts[config.LearnedStiffness].Text)
	require.Equal(t, "m (0, 0, -9.81)", texts[config.LearnedGravity].Text)
}

// TestForcesOfVanishedConstants: a damping or a friction of a joint that vanished has no force, which a formula of -0 would hide.
func TestForcesOfVanishedConstants(t *testing.T) {
	damping := config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Labels: []string{"hip", "knee"}, Joints: []int{0, 1}, Start: []float64{2, 2}}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{damping.Param(): runtime.Floats([]float32{config.Vanished, 0}, 1, 2)}}
	r.Config.Model = config.Config{Model: "gmn-ode", Fields: []string{"turn_axis"}, Learn: []config.Constant{damping}}
	require.True(t, r.Config.Model.Jointed())
	var texts []string
	for _, f := range r.ForceFormulas() {
		texts = append(texts, f.String(), f.LaTeX)
	}
	require.Equal(t, []string{"damping of hip: 0", "0", "damping of knee: -2 w", `-2\, \omega`}, texts)
}

// TestGravityIsOneForce: the three values of gravity are one force, of no axis.
func TestGravityIsOneForce(t *testing.T) {
	gravity := config.Constant{Name: config.LearnedGravity, By: config.BySystem, Start: []float64{1, 2, 3}}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{gravity.Param(): runtime.Floats(make([]float32, 3), 3, 1)}}
	r.Config.Model.Learn = []config.Constant{gravity}
	formulas := r.ForceFormulas()
	require.Len(t, formulas, 1)
	require.Equal(t, "gravity: m (1, 2, 3)", formulas[0].String())
}
