package runtime_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// form is how a session takes systems.
type form struct {
	batch     func([]system.Sample) runtime.Batch
	index     string // one of the inputs that hold indices
	predictor func(runtime.Session) predict.Predictor
}

var (
	rowForm = form{
		func(samples []system.Sample) runtime.Batch { return predict.Inputs(system.NewBatch(samples)) },
		"partner", func(s runtime.Session) predict.Predictor { return predict.NewRowPredictor(s, false) },
	}
	fileForm = form{
		func(samples []system.Sample) runtime.Batch {
			return runtime.Batch{Inputs: predict.SystemInputs(samples)}
		},
		"sticks", func(s runtime.Session) predict.Predictor { return predict.NewSystemPredictor(s) },
	}
)

// eachSession runs a test on a session of every engine: on a small model in
// rows, and on the file exported from it.
func eachSession(t *testing.T, test func(t *testing.T, session runtime.Session, form form)) {
	model, values := newModel(t, smallConfig(config.Published, 2, 8), false, 1)
	eachMode(t, func(t *testing.T, m runtime.Mode) {
		session, err := m.Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		test(t, session, rowForm)
		require.NoError(t, session.Close())
	})
	t.Run("file", func(t *testing.T) {
		eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
			test(t, session, fileForm)
		})
	})
}

// TestClosedSessions: all engines answer with the same error after Close, and closing again
// does nothing.
func TestClosedSessions(t *testing.T) {
	eachSession(t, func(t *testing.T, session runtime.Session, form form) {
		samples := fixtures.Samples(fixtures.Compositions[0], 1, 1)
		predictor := form.predictor(session)
		_, _, err := predictor.Predict(samples)
		require.NoError(t, err)
		require.NoError(t, predictor.Close())
		_, _, err = predictor.Predict(samples)
		require.ErrorIs(t, err, runtime.ErrClosed)
		require.EqualError(t, err, "the session is closed: open the model again")
		require.NoError(t, predictor.Close())
	})
}

// TestConcurrentRuns requires the same bits of a session that several
// goroutines use at once, on batches of several shapes.
func TestConcurrentRuns(t *testing.T) {
	const goroutines, rounds = 6, 1
	eachSession(t, func(t *testing.T, session runtime.Session, form form) {
		var batches []runtime.Batch
		var wanted []tensors
		for i, composition := range fixtures.Compositions {
			batches = append(batches, form.batch(fixtures.Samples(composition, 1+i%3, 1)))
			outputs, err := session.Run(batches[i])
			require.NoError(t, err)
			wanted = append(wanted, outputs)
		}
		var group errgroup.Group
		for g := range goroutines {
			group.Go(func() error {
				for run := range rounds * len(batches) {
					at := (g + run) % len(batches)
					outputs, err := session.Run(batches[at])
					if err != nil {
						return err
					}
					if !maps.EqualFunc(wanted[at], outputs, sameBits) {
						return fmt.Errorf("goroutine %d: other numbers for (%s)", g, fixtures.Compositions[at])
					}
				}
				return nil
			})
		}
		require.NoError(t, group.Wait())
	})
}

func sameBits(a, b runtime.Tensor) bool {
	return slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Index, b.Index) &&
		slices.EqualFunc(a.Float, b.Float, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// TestWrongInputs gives every engine what it must refuse by the input's
// name, and then what it must not.
func TestWrongInputs(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 2, 1)
	eachSession(t, func(t *testing.T, session runtime.Session, form form) {
		for _, c := range wrongInputs("velocity", form.index) {
			batch := form.batch(samples)
			c.change(batch.Inputs)
			_, err := session.Run(batch)
			require.ErrorContains(t, err, c.input, c.what)
		}
		_, err := session.Run(form.batch(samples))
		require.NoError(t, err)
	})
}

// wrongInput is a change that makes inputs wrong, and the one to blame.
type wrongInput struct {
	what, input string
	change      func(in tensors)
}

// wrongInputs are ways to spoil an input of floats, one of indices, or all.
func wrongInputs(float, index string) []wrongInput {
	return []wrongInput{
		{"missing floats", float, func(in tensors) { delete(in, float) }},
		{"missing indices", index, func(in tensors) { delete(in, index) }},
		{"surplus", "mass", func(in tensors) { in["mass"] = in[float] }},
		{"fewer rows", float, func(in tensors) { in[float] = resized(in[float], 0, 1) }},
		{"no rows", float, func(in tensors) { in[float] = resized(in[float], 0, 0) }},
		{"fewer rows of indices", index, func(in tensors) { in[index] = resized(in[index], 0, 1) }},
		{"more columns", float, func(in tensors) { in[float] = resized(in[float], len(in[float].Shape)-1, 4) }},
		{"one axis", float, func(in tensors) { in[float] = runtime.Floats(in[float].Float, in[float].Size()) }},
		{"no axes", index, func(in tensors) { in[index] = runtime.Indices([]int64{0}) }},
		{"negative extents", float, func(in tensors) { in[float] = runtime.Floats(in[float].Float, -1, -in[float].Size()) }},
		{"indices for floats", float, func(in tensors) { in[float] = runtime.Indices(make([]int64, in[float].Size()), in[float].Shape...) }},
		{"floats for indices", index, func(in tensors) { in[index] = runtime.Floats(make([]float32, in[index].Size()), in[index].Shape...) }},
		{"both kinds", float, func(in tensors) { in[float] = runtime.Tensor{Shape: []int{0, 3}, Float: []float32{}, Index: []int64{}} }},
		{"no elements", float, func(in tensors) { in[float] = runtime.Tensor{Shape: in[float].Shape} }},
		{"too few elements", float, func(in tensors) { in[float] = runtime.Floats(in[float].Float[1:], in[float].Shape...) }},
		{"too many elements", index, func(in tensors) { in[index] = runtime.Indices(make([]int64, in[index].Size()+1), in[index].Shape...) }},
	}
}

// resized is zeros of the kind of value, with another extent of one axis.
func resized(value runtime.Tensor, axis, extent int) runtime.Tensor {
	zeros := runtime.Tensor{Shape: slices.Clone(value.Shape)}
	zeros.Shape[axis] = extent
	if value.Index != nil {
		zeros.Index = make([]int64, zeros.Size())
	} else {
		zeros.Float = make([]float32, zeros.Size())
	}
	return zeros
}

// A session takes a particle in two objects for whatever comes of it; the
// predictors, through which samples come to sessions, refuse it.
func TestParticleInTwoObjects(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 2, 1)
	shared := samples[1].Objects.Of(system.Stick)[1][0]
	samples[1].Objects.Of(system.Hinge)[0][2] = shared
	eachSession(t, func(t *testing.T, session runtime.Session, form form) {
		_, _, err := form.predictor(session).Predict(samples)
		require.ErrorContains(t, err, fmt.Sprintf("hinges: sample 1, hinge 0: particle %d is in stick 1 already", shared))
	})
}
