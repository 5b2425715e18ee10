package measure

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// sticks returns samples of one stick.
func sticks(count int) []system.Sample {
	samples := fixtures.Samples(system.Composition{0, 1}, count, 1)
	for i := range samples {
		samples[i].Objects = system.Objects{system.Stick.Of(0, 1)}
	}
	return samples
}

// ofStick is the topology of one stick.
func ofStick() *artifact.Topology {
	topology := artifact.TopologyOf(sticks(1)[0])
	return &topology
}

// small returns an untrained run of a law of motion.
func small(t *testing.T) *run.Run {
	t.Helper()
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, TrueVelocity: true, Time: 0.1, Length: 1}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, fixtures.Weights(model, 1, 20)))
	require.NoError(t, err)
	return trained
}

// files makes files of one stick, and measures them.
type files struct {
	run     *run.Run
	rollout *rolling.Rollout
	step    *TrainingStep
	pull    *Pullback
	amount  Amount
}

// parts returns the parts of the file.
func (f files) parts(t *testing.T) parts {
	t.Helper()
	info, err := artifact.Info(f.run)
	require.NoError(t, err)
	info.Baked, info.Rollout = BakedInputs(*ofStick(), false), f.rollout
	module := f.run.Model.Module
	switch {
	case f.step != nil:
		module, info.Step = f.step.Module, f.step.Step
	case f.pull != nil:
		module, info.Gradients = f.pull.Module, f.pull.Names
	}
	file, err := export.Model(module, f.run.Floats(), info)
	require.NoError(t, err)
	m, err := New(f.run, ofStick(), f.step, f.pull, f.amount)
	require.NoError(t, err)
	p, err := m.parts(file)
	require.NoError(t, err)
	return p
}

// kinds returns the promises of findings, without what they are of.
func kinds(findings []verify.Finding) (all []string) {
	for _, f := range findings {
		promise, _, _ := strings.Cut(f.Promise, ":")
		if !slices.Contains(all, promise) {
			all = append(all, promise)
		}
	}
	return all
}

// TestPromisesOfFiles: each kind of file is measured on what it promises. Batches are tried in the
// first engine for files alone, and threads where there are some.
func TestPromisesOfFiles(t *testing.T) {
	trained := small(t)
	step, err := NewTrainingStep(trained)
	require.NoError(t, err)
	pull, err := NewPullback(trained, []string{"velocity"}, nil)
	require.NoError(t, err)
	through, err := NewPullback(trained, []string{"velocity"}, &rolling.Rollout{})
	require.NoError(t, err)
	amount := Amount{Batches: []int{1, 2}, steps: 2}
	first, bounded := engines.ForFiles(), engines.Bounded()
	threaded := bounded
	threaded.OpenFileThreads = func(file []byte, _ int) (runtime.Session, error) { return bounded.OpenFile(file) }
	symmetries := []string{"rotations", "reflections", "translations", verify.Lengths}
	ofFirst := func(promises ...string) (all []string) {
		for _, promise := range promises {
			all = append(all, promise+verify.OfFirstStep)
		}
		return all
	}
	cases := map[string]struct {
		files  files
		engine runtime.Engine
		want   []string
	}{
		"a step in the first engine": {files{run: trained, amount: amount}, first, slices.Concat([]string{verify.Agreement}, symmetries, []string{verify.Batches, verify.Faults, verify.Threads})},
		"a step in another engine":   {files{run: trained, amount: amount}, bounded, slices.Concat([]string{verify.Agreement}, symmetries, []string{verify.Faults})},
		"a step on threads":          {files{run: trained, amount: amount}, threaded, slices.Concat([]string{verify.Agreement}, symmetries, []string{verify.Faults, verify.Threads})},
		"training":                   {files{run: trained, step: step, amount: amount}, bounded, []string{verify.Agreement}},
		"gradients":                  {files{run: trained, pull: pull, amount: amount}, bounded, slices.Concat([]string{verify.Agreement}, symmetries, []string{verify.Faults})},
		"steps": {files{run: trained, rollout: &rolling.Rollout{Steps: 2}, amount: amount}, bounded,
			slices.Concat(ofFirst(append([]string{verify.Agreement}, symmetries...)...), []string{verify.Faults, verify.Steps})},
	}
	if first.Loops {
		of := cases["gradients"]
		of.files.pull, of.files.rollout, of.engine = through, &rolling.Rollout{}, first
		of.want = append(slices.Concat(of.want[:len(of.want)-1], []string{verify.Batches, verify.Faults}), verify.Threads)
		cases["gradients through steps"] = of
		of = cases["steps"]
		of.files.rollout, of.engine = &rolling.Rollout{}, first
		of.want = slices.Concat([]string{verify.Agreement}, symmetries, []string{verify.Batches, verify.Faults, verify.Threads, verify.Steps})
		cases["a loop"] = of
	}
	for name, c := range cases {
		found, err := c.files.parts(t).in(c.engine)
		require.NoError(t, err, name)
		require.Equal(t, c.want, kinds(found), name)
		for _, f := range found {
			require.True(t, f.Holds(), "%s: %s", name, f.Promise)
		}
	}
}

// TestBrokenFiles: a file that does not load, or loads no second time, is an error, and one that is
// broken says what it breaks.
func TestBrokenFiles(t *testing.T) {
	p := files{run: small(t), amount: Amount{Batches: []int{1}}}.parts(t)
	bounded, broken := engines.Bounded(), errors.New("no session")
	for opens := range 2 {
		engine, opened := bounded, 0
		engine.OpenFile = func(file []byte) (runtime.Session, error) {
			if opened++; opened > opens {
				return nil, broken
			}
			return bounded.OpenFile(file)
		}
		_, err := p.in(engine)
		require.EqualError(t, err, "the file does not load: no session")
	}
	for _, values := range p.first.References[0] {
		values[0]++
	}
	_, err := p.in(bounded)
	require.ErrorContains(t, err, "position of composition the objects that are written into the file: number 0 is ")
}

// TestMeasuredParts: a measurement names the missing engines and what is broken. A file that is not
// one of ONNX is broken at once, and the end of the context is no finding.
func TestMeasuredParts(t *testing.T) {
	pull, err := NewPullback(small(t), []string{"velocity"}, nil)
	require.NoError(t, err)
	p := files{run: small(t), pull: pull, amount: Amount{Batches: []int{1}}}.parts(t)
	measured, _, err := p.whole.All(t.Context(), p.whole.file)
	require.NoError(t, err)
	last := measured[len(measured)-1]
	require.Equal(t, ours, last.Runtime)
	require.Len(t, last.Findings, len(p.whole.Groups))
	for _, f := range last.Findings {
		require.Equal(t, Differences, f.Promise)
		require.True(t, f.Holds())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	measured, _, err = p.whole.All(ctx, p.whole.file)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, measured)
	_, _, err = p.whole.All(t.Context(), p.whole.file[:10])
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
}

// TestNewMeasurements: examples are measured but not of training steps, systems are drawn from the
// ranges unless they are in the file, and the references are of all groups.
func TestNewMeasurements(t *testing.T) {
	trained := small(t)
	trained.Config.Data = &run.DataInfo{File: "d.npz", Ranges: system.MeasureRanges(sticks(3), nil), Examples: system.Examples(sticks(2))}
	step, err := NewTrainingStep(trained)
	require.NoError(t, err)
	pull, err := NewPullback(trained, []string{"velocity"}, nil)
	require.NoError(t, err)
	amount := Amount{inside: 1, moved: 1, Batches: []int{1}, seed: 5}
	of := func(inside *artifact.Topology, step *TrainingStep, pull *Pullback) *Measurement {
		m, err := New(trained, inside, step, pull, amount)
		require.NoError(t, err)
		require.Len(t, m.References, len(m.Groups))
		require.Equal(t, amount, m.Amount)
		return m
	}
	baked := of(ofStick(), nil, nil)
	require.Nil(t, baked.Sampled)
	require.Len(t, samplesOf(baked.Examples), 2)
	require.NotNil(t, baked.trusted)
	require.NotNil(t, baked.twin)
	whole := of(nil, nil, nil)
	require.Len(t, whole.Sampled.own, 2)
	require.NotNil(t, whole.Sampled.twin)
	require.NotNil(t, whole.Sampled.Trusted)
	trains := of(ofStick(), step, nil)
	require.Empty(t, trains.Examples)
	require.Nil(t, trains.trusted)
	require.Same(t, step, trains.steps)
	pulls := of(nil, nil, pull)
	require.Nil(t, pulls.trusted)
	require.Same(t, pull, pulls.pullback)
	for _, open := range []func() (interface{ Close() error }, error){
		func() (interface{ Close() error }, error) { return pulls.Sampled.Trusted() },
		func() (interface{ Close() error }, error) { return whole.Sampled.Trusted() },
		func() (interface{ Close() error }, error) { return whole.Sampled.twin() },
	} {
		predictor, err := open()
		require.NoError(t, err)
		require.NoError(t, predictor.Close())
	}
	predictor, err := pulls.Sampled.Trusted()
	require.NoError(t, err)
	outputs, err := predictor.Outputs(sticks(1))
	require.NoError(t, err)
	require.Contains(t, outputs, "gradient_velocity")
}

// TestCallsOfUntrusted: a file that is not trusted is tried in batches in any engine, of the systems that
// are transformed too. What it promises is measured on these.
func TestCallsOfUntrusted(t *testing.T) {
	drawn, moved := verify.Group{Name: "(0,1)", Kind: "drawn", Samples: sticks(2)}, verify.Group{Name: "like", Kind: "like", Samples: sticks(3)}
	m := &Measurement{Untrusted: true, Groups: []verify.Group{drawn}, Amount: Amount{Batches: []int{1, 2, 3}}, promised: config.Description{Symmetry: "translations"}}
	calls := func() (found []verify.Finding) {
		reports, err := part{Measurement: m}.calls(engines.Bounded(), new(pushing))
		require.NoError(t, err)
		for _, report := range reports {
			require.NoError(t, report.Err())
			found = append(found, report.Findings...)
		}
		return found
	}
	require.Equal(t, []string{"translations", "renumbering", verify.Batches}, kinds(calls()))
	alone := calls()[2].TriedText()
	m.Sampled = &Sampled{Moved: []verify.Group{moved}, Random: rand.New(rand.NewPCG(1, 2))}
	found := calls()
	require.NotEqual(t, alone, found[2].TriedText())
	require.Greater(t, len(found), 3)
	m.Sampled.Trusted = func() (predict.Predictor, error) { return nil, errFails }
	_, err := part{Measurement: m}.calls(engines.Bounded(), new(pushing))
	require.ErrorIs(t, err, errFails)
	m.Untrusted, m.Sampled = false, nil
	m.trusted = func() (predict.Predictor, error) { return nil, errFails }
	_, err = part{Measurement: m}.calls(engines.Bounded(), new(pushing))
	require.ErrorIs(t, err, errFails)
}
