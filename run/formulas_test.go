package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/runtime"
)

// TestForceFormulas: constants that were learned come as formulas in text and LaTeX.
func TestForceFormulas(t *testing.T) {
	r := Run{Metrics: map[string]string{"standard_error constants/damping": "0.5"}, Weights: map[string]runtime.Tensor{}}
	for name, start := range map[string][]float64{builder.LearnedDamping: {0.25}, builder.LearnedStiffness: {10}, builder.LearnedRestLength: {1}, builder.LearnedGravity: {0, 0, -9.81}, builder.LearnedMass: {2}} {
		c := builder.Constant{Name: name, By: builder.BySystem, Start: start}
		r.Config.Model.Learn = append(r.Config.Model.Learn, c)
		r.Weights[c.Param()] = runtime.Floats(make([]float32, len(start)), 1, len(start))
	}
	texts := map[string]ForceFormula{}
	for _, f := range r.ForceFormulas() {
		texts[f.Name] = f
	}
	require.Len(t, texts, 3, "masses and lengths have none of their own")
	require.Equal(t, "damping: -0.25 v, +- 0.12", texts[builder.LearnedDamping].String())
	require.Equal(t, `-0.25\, v`, texts[builder.LearnedDamping].LaTeX)
	require.Equal(t, "-10 (r - 1)", texts[builder.LearnedStiffness].Text)
	require.Equal(t, "m (0, 0, -9.81)", texts[builder.LearnedGravity].Text)
}
