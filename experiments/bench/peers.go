package bench

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	goruntime "runtime"

	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// PeerResult is the time of one thing in one runtime.
type PeerResult struct {
	Runtime string `json:"runtime"`
	Result
	// Processor is the processor time of a call, summed over all cores: the median over turns.
	Processor float64 `json:"processor_seconds"`
}

// peerTask is a task on which several runtimes are timed in turn.
type peerTask struct {
	what        string
	oneCore     bool
	use         string // as the scripts call it
	composition system.Composition
	systems     int
	operations  float64
	ours        bool // whether gmnc itself runs it, and not only its file
	peers       []peerKind
}

// peerKind is a runtime of the scripts, with a note that follows its version.
type peerKind struct{ library, variant, note string }

// These are the kinds of peers that are measured besides our runtimes.
var (
	eagerTorch    = peerKind{"torch", "eager", "eager"}
	compiledTorch = peerKind{"torch", "compiled", "compiled"}
	jax           = peerKind{"jax", "jit", "jit"}
	ourFile       = peerKind{"onnxruntime", "gmnc", "gmnc's file"}
	torchFile     = peerKind{"onnxruntime", "torch", "PyTorch's file"}
)

// MeasurePeers times training steps and predictions of the published GMN in other runtimes, in
// turn with ours, from an environment of Python. If a runtime fails, or its first result
// differs from ours, its row says so.
func MeasurePeers(ctx context.Context, options Options, python PeerEnvironment, progress func(done, all int)) (*Report, error) {
	b, err := newBench(options)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "gmnc-peers-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if python.Scripts, err = python.unpack(folder); err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "gmnc.onnx")
	if err := os.WriteFile(file, b.file, 0o600); err != nil {
		return nil, err
	}
	m := &peerMeasurement{bench: b, python: python, file: file, started: map[peerKey]*peer{}}
	defer m.close()
	return m.measure(ctx, b.peerTasks(), progress)
}

// measure performs the tasks, one after the other.
func (m *peerMeasurement) measure(ctx context.Context, tasks []peerTask, progress func(done, all int)) (*Report, error) {
	report := &Report{Machine: ThisMachine()}
	for i, task := range tasks {
		report.Peak.measure(report.Machine.Cores)
		results, err := m.task(ctx, task)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", task.what, err)
		}
		report.Peers = append(report.Peers, results...)
		if progress != nil {
			progress(i+1, len(tasks))
		}
	}
	report.compareWithPeak()
	return report, nil
}

// peerTasks returns training steps and predictions on all cores and on one, and exported files.
func (b *bench) peerTasks() []peerTask {
	count, small, large := b.options.Systems, system.Composition{1, 2}, system.Composition{5, 3, 3}
	step := func(composition system.Composition, oneCore bool, peers ...peerKind) peerTask {
		return peerTask{stepName(count, composition), oneCore, "train", composition, count,
			float64(count) * trainingStep(b.options.Model, composition), true, peers}
	}
	forward := func(systems int, oneCore, ours bool, peers ...peerKind) peerTask {
		what := runName("prediction", systems)
		if !ours {
			what = runName("file", systems)
		}
		return peerTask{what, oneCore, "predict", tables, systems, float64(systems) * forward(b.options.Model, tables), ours, peers}
	}
	tasks := []peerTask{
		step(tables, false, eagerTorch, compiledTorch, jax),
		step(small, false, eagerTorch, jax),
		step(large, false, eagerTorch, jax),
		forward(count, false, true, eagerTorch, jax),
		forward(count, false, false, ourFile, torchFile),
		step(tables, true, eagerTorch, jax),
		forward(1, true, true, eagerTorch, compiledTorch, jax),
		forward(1, true, false, ourFile, torchFile),
		forward(count, true, false, ourFile, torchFile),
	}
	return tasks
}

// peerKey identifies the process of a runtime.
type peerKey struct {
	peerKind
	cores int
}

// peerMeasurement holds the processes, which are kept for later tasks.
type peerMeasurement struct {
	*bench
	python  PeerEnvironment
	file    string
	started map[peerKey]*peer
}

func (m *peerMeasurement) close() {
	for _, p := range m.started {
		p.close()
	}
}

// task prepares all runtimes for a task, compares what they compute with our results, and times
// them in turn.
func (m *peerMeasurement) task(ctx context.Context, task peerTask) ([]PeerResult, error) {
	cores := goruntime.GOMAXPROCS(0)
	if task.oneCore {
		defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(1))
		cores = 1
	}
	samples := draw(task.composition, task.systems)
	expected, err := m.expected(task, samples)
	if err != nil {
		return nil, err
	}
	var results []PeerResult
	var contenders []*contender
	add := func(runtime string, c *contender, missing error) {
		result := PeerResult{Runtime: runtime, Result: Result{What: task.what, Cores: cores, Operations: task.operations}}
		if missing != nil {
			result.Missing, c = missing.Error(), nil
		}
		results, contenders = append(results, result), append(contenders, c)
	}
	if task.ours {
		ready, err := m.prepare(task)()
		if err != nil {
			return nil, err
		}
		defer ready.close()
		add("gmnc", &contender{turn: turnOf(ready.call)}, nil)
	}
	described := newPeerCase(m.model, m.weights, samples)
	described.File = m.file
	for _, kind := range task.peers {
		name, c, err := m.contender(ctx, kind, cores, openRequest{described, kind.variant, task.use}, expected)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		add(name, c, err)
	}
	return results, m.time(ctx, results, contenders)
}

// time times the contenders that are not nil, and sets their results, or the reasons why they
// ended.
func (m *peerMeasurement) time(ctx context.Context, results []PeerResult, contenders []*contender) error {
	var ready []*contender
	for _, c := range contenders {
		if c != nil {
			ready = append(ready, c)
		}
	}
	if err := m.options.PeerRepeat.takeTurns(ctx, ready); err != nil {
		return err
	}
	for i, c := range contenders {
		switch {
		case c == nil:
		case c.ended != nil:
			results[i].Missing = c.ended.Error()
		default:
			results[i].Spread, results[i].Processor = c.spread()
		}
	}
	return nil
}

// contender prepares a runtime. An error says why it is not timed.
func (m *peerMeasurement) contender(ctx context.Context, kind peerKind, cores int, open openRequest, expected []float32) (name string, c *contender, err error) {
	name = kind.library + ", " + kind.note
	key := peerKey{kind, cores}
	p := m.started[key]
	if p == nil || p.over {
		if p, err = startPeer(ctx, m.python, kind.library, cores); err != nil {
			return name, nil, err
		}
		m.started[key] = p
	}
	opened, err := p.ask(open)
	if err != nil {
		return name, nil, err
	}
	name = opened.Runtime + ", " + kind.note
	if err := agrees(opened.Arrays, expected); err != nil {
		return name, nil, err
	}
	return name, &contender{other: true, turn: func(calls int) (seconds, processor float64, err error) {
		answer, err := p.ask(runRequest{opened.Number, calls})
		return answer.Seconds, answer.Processor, err
	}}, nil
}

func (m *peerMeasurement) prepare(task peerTask) prepare {
	if task.use == "train" {
		return m.trainingStep(task.composition)
	}
	return m.moduleBatch(task.systems)
}

// turnOf returns a function that makes turns with a call of our runtime.
func turnOf(call func() error) func(calls int) (seconds, processor float64, err error) {
	return func(calls int) (seconds, processor float64, err error) {
		if err := call(); err != nil {
			return 0, 0, err
		}
		before := cpuTime()
		single, err := timed(calls, call)
		return single * float64(calls), (cpuTime() - before).Seconds(), err
	}
}

// expected returns what a task's first call computes: the loss before the step, or the
// positions.
func (m *peerMeasurement) expected(task peerTask, samples []system.Sample) ([]float32, error) {
	batch, module, output := system.NewBatch(samples), m.model.Module, system.Position.Name
	inputs := predict.Inputs(batch)
	if task.use == "train" {
		objective, err := train.Objective(m.model)
		if err != nil {
			return nil, err
		}
		module, inputs, output = objective, train.ObjectiveInputs(batch, false), runtime.LossName
	}
	session, err := engines.ForModules().Modes[0].Open(module, run.WithShapes(m.model, m.weights))
	if err != nil {
		return nil, err
	}
	defer session.Close()
	outputs, err := session.Run(inputs)
	return outputs[output].Float, err
}

// peerTolerance is the allowed difference, relative to the largest value, between another
// runtime's float32 results and ours. Random weights on close encounters amplify rounding.
const peerTolerance = 1e-3

// agrees returns an error if a runtime computes something else.
func agrees(arrays map[string][]float64, expected []float32) error {
	got := arrays[system.Position.Name]
	if got == nil {
		got = arrays[runtime.LossName]
	}
	if len(got) != len(expected) {
		return fmt.Errorf("it computes %d values, and gmnc %d", len(got), len(expected))
	}
	largest, apart := 0.0, 0.0
	for i, want := range expected {
		largest, apart = max(largest, math.Abs(float64(want))), max(apart, math.Abs(got[i]-float64(want)))
	}
	if !(apart <= peerTolerance*largest) {
		return fmt.Errorf("it computes something else: %.3g away, where gmnc's largest value is %.3g", apart, largest)
	}
	return nil
}
