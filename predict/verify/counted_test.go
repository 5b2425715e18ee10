package verify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// witness keeps what a predictor is asked for.
type witness struct {
	predict.Predictor
	asked [][]system.Sample
}

func (w *witness) Outputs(samples []system.Sample) (map[string][]float32, error) {
	w.asked = append(w.asked, slices.Clone(samples))
	return w.Predictor.Outputs(samples)
}

func (w *witness) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	w.asked = append(w.asked, slices.Clone(samples))
	return w.Predictor.Predict(samples)
}

// runs counts the runs of a session.
type runs struct {
	runtime.Session
	count *int
}

func (r runs) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	*r.count++
	return r.Session.Run(batch)
}

var small = config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}

// session opens a small model.
func session(t *testing.T) runtime.Session {
	t.Helper()
	model, err := builder.New(small, false)
	require.NoError(t, err)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return session
}

// numbers are the whole numbers of a text, in order.
func numbers(text string) (found []int) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(word)
		found = append(found, n)
	}
	return found
}

// TestTextsSayWhatWasTried: each text is held against what a predictor was asked for, which counts
// the systems, batches, copies, threads, steps and wrong inputs on its own.
func TestTextsSayWhatWasTried(t *testing.T) {
	group := func(name string, c system.Composition, count int) Group {
		var samples []system.Sample
		for range count {
			samples = append(samples, draw(small, c, uint64(len(samples)))[0])
		}
		return Group{Name: name, Samples: samples}
	}
	free, sticks, hinge := group("(4)", system.Composition{4}, 5), group("(0,2)", system.Composition{0, 2}, 2), group("(2,0,1)", system.Composition{2, 0, 1}, 3)
	groups := []Group{free, sticks, hinge}
	const three = "5 random systems (4 free particles); 2 random systems (2 sticks); 3 random systems (2 free particles + 1 hinge)"
	texts := func(r Report) map[string]string {
		t.Helper()
		require.NoError(t, r.Err())
		all := map[string]string{}
		for _, f := range r.Worst().Findings {
			all[f.Promise] = f.TriedText()
		}
		return all
	}
	asked := func() *witness { return &witness{Predictor: predict.NewRowPredictor(session(t), false)} }
	// different counts the systems that were asked for, each once, by where they lie.
	different := func(w *witness) int {
		seen := map[*float32]bool{}
		for _, samples := range w.asked {
			for _, s := range samples {
				seen[&s.Position[0]] = true
			}
		}
		return len(seen)
	}
	references, err := Reference(groups, asked())
	require.NoError(t, err)

	w := asked()
	require.Equal(t, map[string]string{Agreement: three}, texts(Compare(groups, references, w)))
	require.Equal(t, 5+2+3, different(w))

	w = asked()
	bars := "2 random systems (2 sticks); 3 random systems (2 free particles + 1 hinge)"
	require.Equal(t, map[string]string{"rotations": three, "reflections": three, "translations": three, Renumbering: three, Lengths: bars},
		texts(Symmetries(small.Describe(), groups, w)))
	require.Equal(t, (1+4)*(5+2+3), different(w), "each where it is, and moved in four ways")

	w = asked()
	require.Equal(t, map[string]string{Sampled: three}, texts(Trusted{Predictor: asked()}.Agree(groups, w)))
	require.Equal(t, 5+2+3, different(w))
	w = asked()
	moved := Trusted{Predictor: asked()}.Moves(small.Describe(), groups[1:], rand.New(rand.NewPCG(1, 2)), w)
	require.Equal(t, bars, texts(moved)["rotations"+LikeTraining])
	require.Equal(t, (1+4)*(2+3), different(w))

	w = asked()
	sizes := []int{1, 2, 3, 6, 9}
	text := texts(Trusted{}.InBatches(groups, sizes, asked(), w))[Batches]
	require.Equal(t, "5 batch sizes from 1 to 9, with each kind of systems at least 4 of them: "+three, text)
	each := map[int][]int{}
	var any []int
	for _, samples := range w.asked {
		each[samples[0].Edges()] = append(each[samples[0].Edges()], len(samples))
		any = append(any, len(samples))
	}
	slices.Sort(any)
	any = slices.Compact(any)
	fewest := len(any)
	for _, own := range each {
		fewest = min(fewest, len(own))
	}
	require.Equal(t, []int{len(any), any[0], any[len(any)-1], fewest}, numbers(text)[:4])
	alone := texts(Trusted{}.InBatches(groups[:1], sizes, asked(), asked()))[Batches]
	require.Equal(t, "5 batch sizes from 1 to 9: 5 random systems (4 free particles)", alone)

	var threads []int
	text = texts(SameOnThreads(sticks, func(count int) (predict.Predictor, error) {
		threads = append(threads, count)
		w = asked()
		return w, nil
	}))[Threads]
	require.Equal(t, numbers(Threads), threads)
	require.Equal(t, fmt.Sprintf("2 random systems (2 sticks), each %d times in one batch", len(w.asked[0])/len(sticks.Samples)), text)
	require.Equal(t, ThreadCounts, threads)

	w = asked()
	var positions, velocities [][]float32
	at := sticks.Samples
	for range 3 {
		x, v, err := w.Predictor.Predict(at)
		require.NoError(t, err)
		positions, velocities = append(positions, x), append(velocities, v)
		moved := slices.Clone(at)
		for i := range moved {
			n := len(moved[i].Position)
			moved[i].Position, moved[i].Velocity = x[i*n:(i+1)*n], v[i*n:(i+1)*n]
		}
		at = moved
	}
	steps := SameAsCalls(sticks, positions, velocities, w)
	require.Equal(t, map[string]string{Steps: "3 steps of random systems (2 sticks)"}, texts(steps))
	require.Len(t, w.asked, 3)
	one := Group{Name: "training input 4", Kind: "training inputs", Samples: sticks.Samples}
	require.Equal(t, "3 steps of training input 4", texts(SameAsCalls(one, positions, velocities, asked()))[Steps])

	tried := 0
	refusals := Refusals(func(input string) bool { return input == "position" || input == "sticks" }, sticks, func(within func(runtime.Session) runtime.Session) (predict.Predictor, error) {
		return refusing{predict.NewRowPredictor(within(runs{session(t), &tried}), false)}, nil
	})
	require.Equal(t, fmt.Sprintf("%d invalid inputs", tried), texts(refusals)[Faults])
	require.Equal(t, 3, tried, "not a number, infinite, absurd")
}

// refusing is a predictor that runs and has no numbers.
type refusing struct{ predict.Predictor }

func (r refusing) Outputs(samples []system.Sample) (map[string][]float32, error) {
	_, err := r.Predictor.Outputs(samples)
	return nil, err
}
