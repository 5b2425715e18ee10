package artifact

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
)

// law is an untrained run of a small law of motion, whose weights are those of a seed.
func law(t *testing.T, seed uint64, change func(c *run.Config)) *run.Run {
	t.Helper()
	c := run.Config{Version: "test", Training: &run.Options{Seed: seed}, Data: &run.DataInfo{File: "d.npz", SHA256: "ab"},
		Model: config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, TrueVelocity: true, Time: 0.1, Length: 1}}
	if change != nil {
		change(&c)
	}
	model, err := builder.New(c.Model, false)
	require.NoError(t, err)
	trained, err := run.New(c, run.WithShapes(model, model.Draw(seed)))
	require.NoError(t, err)
	return trained
}

// TestTogether: runs of one model and data become one that has the weights of each, and the kernels
// of all, each once. One run stays as it is.
func TestTogether(t *testing.T) {
	kernels := func(names ...string) func(c *run.Config) { return func(c *run.Config) { c.Kernels = names } }
	one, two, three := law(t, 1, kernels("avx2")), law(t, 2, kernels("avx2", "generic")), law(t, 3, kernels("avx512"))
	alone, err := Together([]*run.Run{one}, []string{"a"})
	require.NoError(t, err)
	require.Same(t, one, alone)
	joined, err := Together([]*run.Run{one, two, three}, []string{"a", "b", "c"})
	require.NoError(t, err)
	require.Equal(t, 3, joined.Config.Model.Runs)
	require.Equal(t, []string{"avx2", "generic", "avx512"}, joined.Config.Kernels)
	require.Equal(t, []string{"avx2"}, one.Config.Kernels)
	require.EqualValues(t, 1, joined.Config.Training.Seed)
	require.Len(t, joined.Weights, 3*len(one.Weights))
	for name := range maps.Keys(two.Weights) {
		require.Equal(t, two.Weights[name].Float, joined.Weights[config.RunParam(2, name)].Float)
	}
}

// TestNotTogether: runs of other models or data, and the same run twice, are named with what
// differs.
func TestNotTogether(t *testing.T) {
	one, two := law(t, 1, nil), law(t, 2, nil)
	for want, third := range map[string]*run.Run{
		`a and c are different models: layers is "1" in one and "2" in the other; train them with the same options except for seed`: law(t, 3, func(c *run.Config) { c.Model.Layers = 2 }),
		`a and c are trained on different data: sha256 is "ab" in one and "cd" in the other; train them on the same`:                law(t, 3, func(c *run.Config) { c.Data = &run.DataInfo{File: "d.npz", SHA256: "cd"} }),
		"b and c have the same weights, and no spread: give runs of different seeds, each once":                                     two,
	} {
		_, err := Together([]*run.Run{one, two, third}, []string{"a", "b", "c"})
		require.EqualError(t, err, want)
	}
	_, err := Together([]*run.Run{one, law(t, 3, func(c *run.Config) { c.Data = &run.DataInfo{File: "other.npz", SHA256: "ab"} })}, []string{"a", "b"})
	require.NoError(t, err, "a file of another name has the same data")
}

// TestDiffOfGraphs: a file has nodes and an operator set, of which a run has none, and graphs differ
// by the number of operators of each kind.
func TestDiffOfGraphs(t *testing.T) {
	one, two := FromRun(law(t, 1, nil)), FromRun(law(t, 1, func(c *run.Config) { c.Model.Layers = 2 }))
	differences, err := Diff(one, two)
	require.NoError(t, err)
	found := map[string]bool{}
	for _, d := range differences {
		of, _, _ := strings.Cut(d.What, ".")
		found[of] = true
		require.NotContains(t, d.What, "file.")
	}
	require.Equal(t, map[string]bool{"model": true, "graph": true}, found)
	file := fileOf(t, law(t, 1, nil))
	differences, err = Diff(one, file)
	require.NoError(t, err)
	var names []string
	for _, d := range differences {
		if strings.HasPrefix(d.What, "file.") {
			names = append(names, d.What)
			require.Empty(t, d.A)
		}
	}
	require.Equal(t, []string{"file.changed", "file.nodes", "file.opset"}, names)
	require.Equal(t, "false", file.graphFacts()["file.changed"])
}

// TestDiffOfSizes: weights of which one model has none, or another number, have their numbers of
// values on either side.
func TestDiffOfSizes(t *testing.T) {
	a, b := law(t, 1, nil), law(t, 1, nil)
	for name := range a.Weights {
		delete(b.Weights, name)
		ofA, ofB := weightFacts(FromRun(a), FromRun(b))
		require.NotEmpty(t, ofA["weights."+name])
		require.Empty(t, ofB["weights."+name])
		ofB, ofA = weightFacts(FromRun(b), FromRun(a))
		require.Empty(t, ofB["weights."+name])
		require.NotEmpty(t, ofA["weights."+name])
		short := b.Weights
		weight := a.Weights[name]
		weight.Float = weight.Float[:0]
		short[name] = weight
		ofA, ofB = weightFacts(FromRun(a), FromRun(b))
		require.Equal(t, "0 values", ofB["weights."+name])
		require.NotEqual(t, "0 values", ofA["weights."+name])
		break
	}
}

// TestTwoModels: two runs of different models are no model together.
func TestTwoModels(t *testing.T) {
	_, err := Together([]*run.Run{law(t, 1, nil), law(t, 2, func(c *run.Config) { c.Model.Hidden = 3 })}, []string{"a", "b"})
	require.ErrorContains(t, err, "a and b are different models: hidden is ")
}
