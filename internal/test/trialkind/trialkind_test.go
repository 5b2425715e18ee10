// Package trialkind adds a kind of objects to the table and takes it through
// everything that follows from a row: data sets, checks, choices among bonds,
// batches, models, exported files, lengths, pictures, the command line.
package trialkind

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/cmd/commandline"
	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/predict"
	"gmnc/sim"
	"gmnc/system"
)

// quartet is a pair of pairs, each of which is rigid.
var quartet = &system.Kind{
	Name: "quartet", Plural: "quartets",
	Doc:   "the ends of the two pairs of each quartet, as indices within the system",
	Roles: []string{"first end", "first end", "second end", "second end"},
	Relations: []system.Relation{
		{Partner: 1, First: 0, Second: 1, Joint: 0}, {Partner: 0, First: 0, Second: 1, Joint: 1},
		{Partner: 3, First: 2, Second: 3, Joint: 2}, {Partner: 2, First: 2, Second: 3, Joint: 3},
	},
	Bars: [][2]int{{0, 1}, {2, 3}}, Constraint: system.Paired, EdgeType: 3,
}

func init() { system.Register(quartet) }

// lengthTolerance is the relative change of a length of about 1 by rounding
// of positions of a few units in float32, over three layers.
const lengthTolerance = 1e-5

// samples are systems of an isolated particle, a stick and a quartet, with
// the bonds of both and one between them.
func samples(count int) []system.Sample {
	random := rand.New(rand.NewPCG(1, 2))
	normal := func(n int) (values []float32) {
		for range n {
			values = append(values, float32(random.NormFloat64()))
		}
		return values
	}
	all := make([]system.Sample, count)
	for i := range all {
		all[i] = system.Sample{
			Position: normal(21), Velocity: normal(21), TargetPosition: normal(21), Charge: []float32{1, -1, 1, -1, 1, -1, 1},
			Objects: system.Objects{system.Stick.Of(6, 2), quartet.Of(4, 1, 0, 5)},
			Bonds:   [][2]int{{6, 2}, {4, 1}, {0, 5}, {1, 0}},
		}
	}
	return all
}

func write(t *testing.T) (file string, data *datasets.Data) {
	t.Helper()
	all := samples(9)
	data = &datasets.Data{Train: all[:4], Valid: all[4:6], Test: all[6:]}
	file = filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(file, data))
	return file, data
}

func TestDataSet(t *testing.T) {
	file, data := write(t)
	read, err := datasets.Read(file)
	require.NoError(t, err)
	require.Equal(t, data.Train[0].Objects, read.Train[0].Objects)
	require.Equal(t, 1, read.Test[0].Isolated())
	require.Equal(t, [][2]int{{4, 1}, {0, 5}}, read.Test[0].Objects.Bars(quartet))

	data.Valid[1].Objects = system.Objects{system.Stick.Of(6, 2), quartet.Of(4, 1, 2, 5)}
	require.ErrorContains(t, datasets.Write(file, data),
		"valid_quartets: sample 1, quartet 0: particle 2 is in stick 0 already, expected each particle in at most one object, once")
	data.Valid[1].Objects[1] = system.Object{Kind: quartet, Members: []int{4, 1, 0}}
	require.ErrorContains(t, datasets.Write(file, data), "quartet 0: it has 3 members, expected 4")
}

func TestBatch(t *testing.T) {
	batch := system.NewBatch(samples(2))
	require.Equal(t, []float32{1, 1, 0, 0, 1, 1, 0}, batch.Masks[quartet.Number()][7:])
	require.Equal(t, []float32{3, 3, 1, 0, 3, 3, 1}, batch.EdgeTypes[:7])
	require.Equal(t, []int64{12, 11, 13, 10, 8, 7, 9}, batch.Partner[7:])
}

func TestChoiceAmongBonds(t *testing.T) {
	data := &datasets.Data{Train: samples(2)}
	chosen, err := datasets.Decompose(data, graph.Choice{Seed: 1, Objects: system.CountOf(quartet, 1)})
	require.NoError(t, err)
	require.Equal(t, 1, chosen.Train[0].Count(quartet))
	for _, bar := range chosen.Train[0].Objects.Bars(quartet) {
		require.True(t, containsEither(data.Train[0].Bonds, bar), "the bar %v is a bond", bar)
	}
	_, err = datasets.Decompose(data, graph.Choice{Seed: 1, Objects: system.CountOf(quartet, 2)})
	require.ErrorContains(t, err, "only 1 disjoint quartets were found, 2 are wanted")
}

func containsEither(bonds [][2]int, bar [2]int) bool {
	for _, bond := range bonds {
		if bond == bar || bond == [2]int{bar[1], bar[0]} {
			return true
		}
	}
	return false
}

func TestPerturbation(t *testing.T) {
	batch := system.NewBatch(samples(1))
	system.NewPerturber(system.Split, 1).Apply(batch, 1, []int{0})
	require.True(t, batch.Is(system.Isolated, 6) && batch.Is(system.Isolated, 2))
	require.True(t, batch.Is(quartet, 4), "the quartet stays")
}

// TestSimulation: bars that form trees can be simulated without dynamics of
// their own, though not by the paper's integrator.
func TestSimulation(t *testing.T) {
	composition, err := system.ParseComposition("1,0,0,1")
	require.NoError(t, err)
	config := sim.Config{System: composition, Count: 1}
	samples, _, err := sim.Generate(t.Context(), config, nil)
	require.NoError(t, err)
	require.Equal(t, 1, samples[0].Target.Objects.Count(quartet))
	config.Method = sim.SemiImplicitEuler
	_, _, err = sim.Generate(t.Context(), config, nil)
	require.ErrorContains(t, err, "semi-implicit-euler moves no quartets")
}

// TestCommands trains, exports with all checks, predicts in every runtime at
// hand and draws: bars of quartets stay as long as they are.
func TestCommands(t *testing.T) {
	file, data := write(t)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	gmnc := func(arguments ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		require.Zero(t, commandline.Run(t.Context(), arguments, &out, &errs), "%v: %s", arguments, errs.String())
		return out.String()
	}
	require.Contains(t, gmnc("inspect", file), "quartets: 1")
	gmnc("train", file, "--epochs", "1", "--batch", "4", "--layers", "3", "--hidden", "8", "-o", in("run"))
	gmnc("export", in("run"), "-o", in("model.onnx"))
	gmnc("export", in("run"), "--topology", file, "-o", in("baked.onnx"))
	require.Contains(t, gmnc("inspect", in("baked.onnx")), "quartets: 1")
	for _, c := range [][2]string{
		{"run", "native"}, {"run", "gorgonia"}, {"run", "interpreter"}, {"model.onnx", "onnx-go"}, {"baked.onnx", "onnx-go"},
	} {
		gmnc("predict", in(c[0]), file, "--runtime", c[1], "-o", in("predicted.npz"), "--force")
		position, err := datasets.ReadPrediction(in("predicted.npz"), data.Test)
		require.NoError(t, err)
		for i, sample := range data.Test {
			for _, bar := range sample.Objects.Bars(quartet) {
				before := system.Distance(sample.Position, bar[0], bar[1])
				after := system.Distance(position[21*i:], bar[0], bar[1])
				require.InEpsilon(t, before, after, lengthTolerance, "%s in %s", c[0], c[1])
			}
		}
		changes, err := predict.ConstraintErrors(data.Test, position)
		require.NoError(t, err)
		require.Less(t, predict.Summarize(changes).Mean, 3*3*lengthTolerance, "three bars of some three units")
		require.False(t, math.IsNaN(predict.Summarize(changes).Mean))
	}
	gmnc("plot", in("run"), file, "-o", in("pictures"))
}
