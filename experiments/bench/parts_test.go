package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets/npz"
	"gmnc/sim"
	"gmnc/system"
)

// TestDefaultOptions: the sizes and the repetitions of what docs/performance.md shows.
func TestDefaultOptions(t *testing.T) {
	o := DefaultOptions()
	require.Equal(t, []any{"gmn-ode", 12, 50}, []any{o.Law.Model, o.Law.Layers, o.LawSystems})
	require.Equal(t, []any{"tfn", "se3-transformer", 100}, []any{o.Tensors[0].Model, o.Tensors[1].Model, o.TensorSystems})
	require.Equal(t, []any{config.DefaultConfig(), 200, 5000}, []any{o.Model, o.Systems, o.Steps})
	require.Equal(t, TrainingSize{500, 4000, 60}, o.Training)
	require.Equal(t, Repetition{10 * time.Millisecond, time.Second, 5, 0}, o.Repeat)
	require.Equal(t, Repetition{100 * time.Millisecond, 3 * time.Second, 5, 50 * time.Millisecond}, o.PeerRepeat)
	require.Equal(t, GrowthSize{[]int{1e3, 1e4, 1e5, 1e6, 1e7}, []int{10, 27, 46, 100}, Repetition{10 * time.Millisecond, time.Second, 1, 0}}, o.Growth)
	require.Equal(t, []int{10, 20, 50, 100, 200, 1000}, o.Simulator.Steps)
	require.Equal(t, []any{200, "gmn-ode", 24}, []any{o.Simulator.Systems, o.Simulator.Law.Model, o.Simulator.Law.Layers})
	require.Equal(t, []int{100, 132_000}, []int{o.Waits.Recordings, o.Waits.Frames})
	require.NoError(t, o.Training.Validate())
	require.ErrorContains(t, TrainingSize{Epochs: -1}.Validate(), "-1 epochs train nothing: epochs is 1 or more")
}

// TestFractionsOfPeak: a fraction is of the peak of as many cores; what has kernels of its own or is missing has none here.
func TestFractionsOfPeak(t *testing.T) {
	p := Peak{OneCore: 10, AllCores: 30}
	require.Equal(t, []float64{10, 30, 30}, []float64{p.on(1), p.on(2), p.on(8)})
	require.Equal(t, 0.25, p.of(5, 1, 2))
	require.Equal(t, 0.5, p.of(30, 4, 2))
	of := func(r Result) Result { r.Operations, r.Median, r.Cores = 20, 4, 1; return r }
	report := &Report{Peak: p, Results: []Result{of(Result{}), of(Result{Missing: "no library"}), of(Result{Kernels: "avx2"})},
		Peers: []PeerResult{{Result: of(Result{})}}, Trainings: []Training{{Operations: 60, Cores: 2, Seconds: 4}}}
	report.compareWithPeak()
	require.Equal(t, []float64{0.5, 0, 0, 0.5, 0.5}, []float64{report.Results[0].FractionOfPeak, report.Results[1].FractionOfPeak, report.Results[2].FractionOfPeak,
		report.Peers[0].FractionOfPeak, report.Trainings[0].FractionOfPeak})
	measured := Peak{OneCore: math.Inf(1)}
	measured.measure(1)
	require.Equal(t, math.Inf(1), measured.OneCore, "the best is kept")
	require.Positive(t, measured.AllCores)
}

// TestResultsOfCases: a case that is missing, or whose kernels the processor lacks, is not measured, and an error names
// its case.
func TestResultsOfCases(t *testing.T) {
	b := &bench{options: Options{Repeat: Repetition{Least: 2}}}
	calls, closed := 0, 0
	works := func() (ready, error) {
		return ready{func() error { calls++; return nil }, func() error { closed++; return nil }}, nil
	}
	result, err := b.result(t.Context(), benchCase{what: "x", oneCore: true, operations: 7, missing: errors.New("no library"), prepare: works})
	require.NoError(t, err)
	require.Equal(t, Result{What: "x", Cores: 1, Operations: 7, Missing: "no library"}, result)
	result, err = b.result(t.Context(), benchCase{what: "x", kernels: "none", prepare: works})
	require.NoError(t, err)
	require.NotEmpty(t, result.Missing)
	require.Equal(t, "none", result.Kernels)
	require.Zero(t, calls)
	result, err = b.result(t.Context(), benchCase{what: "x", oneCore: true, ownThread: true, prepare: works})
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{result.Runs, closed})
	require.Positive(t, calls)
	broken := errors.New("broken")
	_, err = b.result(t.Context(), benchCase{what: "x", prepare: func() (ready, error) { return ready{}, broken }})
	require.EqualError(t, err, "x: broken")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.result(ctx, benchCase{what: "x", prepare: works})
	require.ErrorIs(t, err, context.Canceled)
}

// TestTrainingsOfSizes: what a training trains on, its operations, and the name of its last batch.
func TestTrainingsOfSizes(t *testing.T) {
	training := Training{Train: 7, Batch: 3, Valid: 2, Every: 5, Epochs: 11, Whole: 600}
	require.Equal(t, 6, training.trained())
	require.Equal(t, "batches of 3 without the last 1", training.batches())
	model := tiny().Model
	require.Equal(t, 11*6*trainingStep(model, tables)+2*2*forward(model, tables), training.operationsOf(model, tables))
	training.KeepLast = true
	require.Equal(t, 7, training.trained())
	require.Equal(t, "batches of 3 and one of 1", training.batches())
	training.Train = 6
	require.Equal(t, "batches of 3", training.batches())
	require.InDelta(t, 600./11, training.times(), 1e-12)
}

// TestTurns: contenders take turns in rounds, one that is another program and ends does not stop the others, and one of ours
// does.
func TestTurns(t *testing.T) {
	var order []string
	contend := func(name string, other bool, ends int) *contender {
		turns := 0
		return &contender{other: other, turn: func(calls int) (float64, float64, error) {
			if turns++; turns == ends {
				return 0, 0, fmt.Errorf("%s ended", name)
			}
			order = append(order, fmt.Sprintf("%s%d", name, calls))
			return 0.5 * float64(calls), 0.25 * float64(calls), nil
		}}
	}
	all := []*contender{contend("a", false, 0), contend("b", true, 3)}
	require.NoError(t, Repetition{Run: time.Second, Least: 3}.takeTurns(t.Context(), all))
	require.Equal(t, []string{"a1", "b1", "a2", "b2", "a2", "a2"}, order)
	require.EqualError(t, all[1].ended, "b ended")
	require.NoError(t, all[0].ended)
	spread, processor := all[0].spread()
	require.Equal(t, Spread{Median: 0.5, Min: 0.5, Max: 0.5, Busy: 0.5, Runs: 3, Calls: 2}, spread)
	require.Equal(t, 0.25, processor)
	require.EqualError(t, Repetition{Run: time.Second, Least: 3}.takeTurns(t.Context(), []*contender{contend("a", false, 2)}), "a ended")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, context.Canceled, Repetition{Least: 1}.takeTurns(ctx, []*contender{contend("a", true, 1)}))
}

// TestGrowthOfSystems: as many systems as have the edges, by rounding, but at least one.
func TestGrowthOfSystems(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	graphs, err := b.growthGraphs()
	require.NoError(t, err)
	require.Equal(t, []string{"systems of 10", "32 neighbors"}, []string{graphs[0].name, graphs[1].name})
	for edges, systems := range map[int]int{1: 1, 134: 1, 135: 2, 224: 2, 900: 10} {
		require.Len(t, graphs[0].draw(edges), systems, "%d", edges)
	}
	require.Equal(t, 27, graphs[1].draw(3)[0].Particles())
	require.True(t, graphs[1].model.Config.Sparse)
	require.Equal(t, []string{"training", "prediction"}, growthUses)
	require.Len(t, nearestOnLattice(1), 6)
	require.Equal(t, [3]int{0, 0, -2}, nearest[0])
	g := Growth{Edges: 4, Memory: 8, Spread: Spread{Median: 2e-9}}
	require.Equal(t, []float64{0.5, 2}, []float64{g.PerEdge(), g.MemoryPerEdge()})
}

// TestMoleculeOfWaits: nine atoms of ethanol in a row, 1.2 angstrom apart, tremble by 0.05 along their forces; the links of
// robots have the masses and dampings that are written.
func TestMoleculeOfWaits(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, WaitSize{Frames: 2}.writeFiles(folder))
	require.NoError(t, npz.Open(filepath.Join(folder, "molecule.npz"), func(a *npz.Archive) error {
		charges, err := a.Ints("nuclear_charges", npz.Axis{Size: 9})
		require.NoError(t, err)
		require.Equal(t, []int64{6, 6, 8, 1, 1, 1, 1, 1, 1}, charges)
		axes := []npz.Axis{{Size: 2}, {Size: 9}, {Size: 3}}
		x, _, err := a.Doubles("coords", axes...)
		require.NoError(t, err)
		forces, _, err := a.Doubles("forces", axes...)
		require.NoError(t, err)
		for i := range x {
			want := 0.05 * forces[i]
			if i%3 == 0 {
				want += 1.2 * float64(i/3%9)
			}
			require.InDelta(t, want, x[i], 1e-5)
			require.NotZero(t, forces[i])
		}
		energies, _, err := a.Doubles("energies", npz.Axis{Size: 2})
		require.Equal(t, []float64{0, 0}, energies)
		return err
	}))
	arm, err := os.ReadFile(filepath.Join(folder, "arm.urdf"))
	require.NoError(t, err)
	for i := range 7 {
		require.Contains(t, string(arm), fmt.Sprintf(`<link name="link%d"><inertial><origin xyz="0.02 0.01 0.15"/><mass value="%g"/>`, i, 2-0.15*float64(i)))
	}
	require.Equal(t, 7, strings.Count(string(arm), `<dynamics damping="0.5"/>`))
	cart, err := os.ReadFile(filepath.Join(folder, "cart.urdf"))
	require.NoError(t, err)
	for _, part := range []string{`type="prismatic"><parent link="world"/><child link="link0"/><origin xyz="0 0 0"/><axis xyz="1 0 0"/>`, `damping="0.8"/>`,
		`type="continuous"><parent link="link0"/><child link="link1"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/>`, `<origin xyz="0.02 0.01 0.3"/><mass value="0.25"/>`, `damping="0.02"/>`} {
		require.Contains(t, string(cart), part)
	}
	require.ErrorContains(t, WaitSize{}.writeFiles(filepath.Join(folder, "absent")), "absent")
}

// TestErrorOfSteps: the error is a mean over coordinates and systems, and a step that is too long is an error.
func TestErrorOfSteps(t *testing.T) {
	truth, _, err := sim.Generate(t.Context(), sim.Config{System: system.Composition{2}, Seed: 1, Count: 1}, nil)
	require.NoError(t, err)
	method := sim.Methods()[0]
	end, err := advanced(truth[0].Input, method, 50)
	require.NoError(t, err)
	own := truth[0]
	own.Target = *end
	wrong, err := errorOfSteps([]sim.Sample{own}, method, 50)
	require.NoError(t, err)
	require.Zero(t, wrong)
	moved := own
	moved.Target = end.Clone()
	for i := range moved.Target.Position {
		moved.Target.Position[i][0] += 3
	}
	wrong, err = errorOfSteps([]sim.Sample{own, moved}, method, 50)
	require.NoError(t, err)
	require.InDelta(t, 9./3/2, wrong, 1e-9)
	squared := 0.25
	require.Equal(t, []string{"0.25", "0.5"}, []string{Simulated{Error: &squared}.squared(), Simulated{Error: &squared}.root()})
	require.Empty(t, Simulated{}.root())
}

// TestAgreement: values within a thousandth of the largest agree; the number of values must, too.
func TestAgreement(t *testing.T) {
	require.NoError(t, agrees(map[string][]float64{"position": {1, 2.001}, "loss": {9}}, []float32{1, 2}))
	require.ErrorContains(t, agrees(map[string][]float64{"position": {1, 2.003}}, []float32{1, 2}), "it computes something else: 0.003 away, where gmnc's largest value is 2")
	require.ErrorContains(t, agrees(map[string][]float64{"position": {math.NaN(), 2}}, []float32{1, 2}), "something else")
	require.EqualError(t, agrees(map[string][]float64{"loss": {1}}, []float32{1, 2}), "it computes 1 values, and gmnc 2")
}

// TestErrorsOfGrowth: an error names the use and the number of edges, and ends the sizes.
func TestErrorsOfGrowth(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	graphs, err := b.growthGraphs()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.growth(ctx, graphs[0], "prediction", 90, Growth{Edges: 1})
	require.EqualError(t, err, "prediction of 90 edges: context canceled")
	_, err = MeasureGrowth(ctx, tiny(), nil)
	require.ErrorContains(t, err, "training of 90 edges: context canceled")
	g, err := b.growth(t.Context(), graphs[0], "prediction", 90, Growth{Edges: 1})
	require.NoError(t, err)
	require.Equal(t, []any{"systems of 10", "prediction", 10, 90}, []any{g.Graph, g.Use, g.Particles, g.Edges})
}

// TestPeersThatDoNotStart: a runtime whose program is not there is not timed, and the error is its reason.
func TestPeersThatDoNotStart(t *testing.T) {
	m := &peerMeasurement{started: map[peerKey]*peer{}, python: PeerEnvironment{Command: filepath.Join(t.TempDir(), "absent"), Scripts: t.TempDir()}}
	name, c, err := m.contender(t.Context(), jax, 1, openRequest{}, nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Nil(t, c)
	require.Equal(t, "jax, jit", name)
	require.Empty(t, m.started)
}
