package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/system"
)

// TestConstantsAlone: constants and laws are the only weights unless the model has others, or
// contacts. A constant that is fixed is a weight, too, and does not move.
func TestConstantsAlone(t *testing.T) {
	mass := config.Constant{Name: config.LearnedMass, Start: []float64{1, 2}, Fixed: []string{"", "given"}}
	fixed := config.Constant{Name: config.LearnedDamping, Start: []float64{1}, Fixed: []string{"given"}}
	law := config.PairFormula{Form: "power", Constants: map[string]float64{"n": 2, "A": 1}}
	both := config.Config{Learn: []config.Constant{mass, fixed}, Law: []config.PairFormula{law}}
	params := []graph.Param{{Name: mass.Param()}, {Name: fixed.Param()}, {Name: config.LawParam(0, "A")}, {Name: config.LawParam(0, "n")}}
	contacting := both
	contacting.Fields = []string{system.Planes.Name}
	for _, c := range []struct {
		config config.Config
		params []graph.Param
		alone  bool
	}{
		{both, params, true},
		{both, append(params, graph.Param{Name: "layer/weight"}), false},
		{contacting, params, false},
		{config.Config{Learn: both.Learn}, params, false},
		{config.Config{Law: both.Law}, params[2:], true},
		{config.Config{Learn: both.Learn}, params[:2], true},
	} {
		run := &training{model: &graph.Model{Config: c.config, Params: c.params}}
		require.Equal(t, c.alone, run.constantsAlone())
	}
	run := &training{model: &graph.Model{Config: both}}
	require.Equal(t, []parameter{{mass.Param(), 0}, {config.LawParam(0, "A"), 0}, {config.LawParam(0, "n"), 0}}, run.moving())
}
