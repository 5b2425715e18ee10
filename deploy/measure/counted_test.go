package measure

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// counting is a session that keeps the number of systems of each run.
type counting struct {
	runtime.Session
	systems *[]int
}

func (c counting) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	*c.systems = append(*c.systems, batch.Inputs[system.Position.Name].Shape[0])
	return c.Session.Run(batch)
}

// TestWordsCountWhatRan: the lines of a certificate name as many batch sizes, steps and threads as
// an engine was given, which counts them on its own.
func TestWordsCountWhatRan(t *testing.T) {
	small := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}
	model, err := builder.New(small, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: small}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	info.Opset = export.DefaultOpset
	file, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	m, err := New(trained, nil, nil, nil, Amount{Batches: []int{1, 2, 3, 5, 40}})
	require.NoError(t, err)
	parts, err := m.parts(file)
	require.NoError(t, err)

	var systems, threads, threadSystems []int
	engine := engines.ForFiles()
	opened := engine.OpenFile
	engine.OpenFile = func(file []byte) (runtime.Session, error) {
		session, err := opened(file)
		return counting{session, &systems}, err
	}
	engine.OpenFileThreads = func(file []byte, count int) (runtime.Session, error) {
		threads = append(threads, count)
		session, err := opened(file)
		return counting{session, &threadSystems}, err
	}
	findings, err := parts.in(engine)
	require.NoError(t, err)
	lines := fmt.Sprint((&artifact.Certificate{Runtimes: []artifact.Measured{{Runtime: "a", Findings: findings}}}).Lines(trained.Config))
	numbers := func(pattern string) (found []int) {
		t.Helper()
		require.Regexp(t, pattern, lines)
		for _, word := range regexp.MustCompile(pattern).FindStringSubmatch(lines)[1:] {
			n, _ := strconv.Atoi(word)
			found = append(found, n)
		}
		return found
	}
	for _, count := range []int{1, 2, 3, 5, 40} {
		require.Contains(t, systems, count)
	}
	require.Equal(t, []int{5, 1, 40, 4}, numbers(`Tried on (\d+) batch sizes from (\d+) to (\d+), with each kind of systems at least (\d+) of them: 3 random systems of each`))
	require.Equal(t, threads, numbers(`the same bits on (\d+), (\d+) and (\d+) threads`))
	given := numbers(`Tried on (\d+) random systems \(3 free particles \+ 2 sticks \+ 1 hinge\), each (\d+) times in one batch`)
	require.Equal(t, []int{given[0] * given[1], given[0] * given[1], given[0] * given[1]}, threadSystems)
}

// TestWordsCountStatesOfJoints: what is said of wrong states, of threads and of the first state
// alone is what ran.
func TestWordsCountStatesOfJoints(t *testing.T) {
	states := jointStates{count: 3, q: []float64{1, 2, 3}, rate: []float64{1, 2, 3}, torque: [][]float64{{1, 2, 3}}}
	inputs := []*ir.Value{{Name: system.CoordinateInput}, {Name: system.RateInput}, {Name: system.LoadInput}}
	m := &jointsMeasurement{JointModel: &JointModel{steps: 1, Module: &ir.Module{Main: &ir.Func{Inputs: inputs}}}, states: states}
	m.coordinates = &export.Coordinates{Columns: map[string][]export.Column{system.CoordinateInput: {{}}, system.RateInput: {{}}, system.LoadInput: {{}}}}
	ran := 0
	f := m.refusals(func(s jointStates) (map[string]runtime.Tensor, error) {
		ran++
		require.Equal(t, 2, s.count)
		require.Len(t, s.q, 2)
		nan := float32(math.NaN())
		return map[string]runtime.Tensor{"q": runtime.Floats([]float32{nan, 1}, 2, 1)}, nil
	})
	require.Zero(t, f.Largest)
	require.Equal(t, fmt.Sprintf("%d invalid inputs", ran), f.TriedText())
	outputs := map[string]runtime.Tensor{"q": runtime.Floats([]float32{1, 2, 3}, 3, 1)}
	var threads []int
	f, err := m.onThreads(outputs, func(count int) (map[string]runtime.Tensor, error) {
		threads = append(threads, count)
		return outputs, nil
	})
	require.NoError(t, err)
	require.Equal(t, verify.ThreadCounts, threads)
	require.Equal(t, "3 states of the joints", f.TriedText())
	f = m.alone(outputs, map[string]runtime.Tensor{"q": runtime.Floats([]float32{1}, 1, 1)})
	require.Zero(t, f.Largest)
	require.Equal(t, "1 state of the joints", f.TriedText())
}
