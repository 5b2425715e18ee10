package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/internal/test/testenv"
	"gmnc/runtime"
	"gmnc/system"
)

// standIn names, in the environment, the process that answers as peer.py does.
const standIn = "GMNC_STAND_IN"

func TestMain(m *testing.M) {
	if os.Getenv(standIn) != "" {
		answerAsPeer()
		return
	}
	os.Exit(m.Run())
}

// answerAsPeer answers as bench/peers/peer.py does, with our own numbers: JAX
// is a millisecond a call, compiled PyTorch computes something else, and of
// exported files there are none.
func answerAsPeer() {
	answers, lines := json.NewEncoder(os.Stdout), bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	b, err := newBench(tiny())
	if err != nil {
		panic(err)
	}
	for opened := 0; lines.Scan(); {
		var request struct {
			openRequest
			runRequest
		}
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			panic(err)
		}
		switch c := request.openRequest.Open; {
		case os.Args[2] == "onnxruntime":
			answers.Encode(peerAnswer{Error: "there is no file"})
		case c == nil && dies():
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(3)
		case c == nil:
			seconds := 1e-3 * float64(request.Calls)
			answers.Encode(peerAnswer{Seconds: seconds, Processor: 2 * seconds})
		default:
			answers.Encode(peerAnswer{Number: opened, Runtime: os.Args[2] + " 1.0", Arrays: ourArrays(b, request.openRequest)})
			opened++
		}
	}
}

// ourArrays are what a request has to give, except for compiled ones.
func ourArrays(b *bench, request openRequest) map[string][]float64 {
	values, err := (&peerMeasurement{bench: b}).expected(peerTask{use: request.Use}, fromCase(request.Open))
	if err != nil {
		panic(err)
	}
	numbers := make([]float64, len(values))
	for i, value := range values {
		numbers[i] = float64(value)
	}
	if request.Variant == "compiled" {
		numbers[0]++
	}
	return map[string][]float64{map[string]string{"train": runtime.LossName, "predict": "position"}[request.Use]: numbers}
}

// fromCase are the samples that newPeerCase describes.
func fromCase(c *peerCase) []system.Sample {
	samples := make([]system.Sample, len(c.Charge)/c.Particles)
	for i := range samples {
		part := func(values []float32, width int) []float32 { return values[i*c.Particles*width:][:c.Particles*width] }
		samples[i] = system.Sample{Position: part(c.Position, 3), Velocity: part(c.Velocity, 3), Charge: part(c.Charge, 1), TargetPosition: part(c.Target, 3)}
	}
	add := func(kind *system.Kind, rows []int, count int) {
		for members := range slices.Chunk(rows, count) {
			var own []int
			for _, row := range members {
				own = append(own, row%c.Particles)
			}
			s := &samples[members[0]/c.Particles]
			s.Objects = append(s.Objects, kind.Of(own...))
		}
	}
	add(system.Stick, c.Sticks, 2)
	add(system.Hinge, c.Hinges, 3)
	return samples
}

func standInEnvironment(t *testing.T) PeerEnvironment {
	return PeerEnvironment{Command: os.Args[0], Scripts: t.TempDir(), Variables: []string{standIn + "=1"}}
}

// TestMeasurePeers: runtimes are held to ours, timed in turn with it, and told
// where there are none.
func TestMeasurePeers(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	m := &peerMeasurement{bench: b, python: standInEnvironment(t), started: map[peerKey]*peer{}}
	defer m.close()
	tasks := slices.DeleteFunc(b.peerTasks(), func(task peerTask) bool { return !task.oneCore || task.use == "predict" && task.systems > 1 })
	last := 0
	report, err := m.measure(t.Context(), tasks, func(done, all int) {
		require.Equal(t, len(tasks), all)
		last = done
	})
	require.NoError(t, err)
	require.Equal(t, len(tasks), last)
	rows := map[string]PeerResult{}
	for _, result := range report.Peers {
		rows[result.task()+": "+result.Runtime] = result
	}
	require.Len(t, rows, len(report.Peers))
	ours := rows["training step, 3 systems (3,2,1), one core: gmnc"]
	require.Positive(t, ours.Median)
	require.Positive(t, ours.FractionOfPeak)
	require.GreaterOrEqual(t, ours.Runs, 2)
	eager := rows["training step, 3 systems (3,2,1), one core: torch 1.0, eager"]
	require.InEpsilon(t, 1e-3, eager.Median, 1e-9)
	require.InEpsilon(t, 2e-3, eager.Processor, 1e-9)
	require.Equal(t, ours.Runs, eager.Runs, "in turn")
	require.InEpsilon(t, eager.Operations/eager.Median/report.Peak.OneCore, eager.FractionOfPeak, 1e-9)
	require.Contains(t, rows["prediction, one system (3,2,1), one core: torch 1.0, compiled"].Missing, "it computes something else: 1 away")
	require.Equal(t, "there is no file", rows["file, one system (3,2,1), one core: onnxruntime, gmnc's file"].Missing)
}

// TestPeersStopped also unpacks the scripts.
func TestPeersStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := MeasurePeers(ctx, tiny(), PeerEnvironment{Command: os.Args[0]}, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// TestPeerTasks: every runtime is timed on all cores and on one, and no two rows
// are called the same.
func TestPeerTasks(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, task := range b.peerTasks() {
		for _, kind := range task.peers {
			seen[fmt.Sprint(kind.library, task.oneCore)] = true
			row := fmt.Sprint(task.what, task.oneCore, kind)
			require.False(t, seen[row], row)
			seen[row] = true
		}
	}
	for _, library := range []string{"torch", "jax", "onnxruntime"} {
		require.True(t, seen[library+"true"] && seen[library+"false"], library)
	}
}

func TestNoPeerEnvironment(t *testing.T) {
	folder := t.TempDir()
	_, err := OpenPeerEnvironment(folder)
	require.ErrorContains(t, err, folder+" is no environment with the runtimes to compare with: with --install it is made there")
}

func TestPeersTable(t *testing.T) {
	r := &Report{Machine: example().Machine, Peak: example().Peak}
	result := func(what string, cores int, median float64) Result {
		return Result{What: what, Cores: cores, Spread: Spread{median, median / 2, 2 * median, 1.5, 5, 1}, Operations: 2e9, FractionOfPeak: 0.25}
	}
	r.Peers = []PeerResult{
		{"gmnc", result("training step", 2, 0.02), 0.04},
		{"JAX 0.10.0, jit", result("training step", 2, 0.1), 0.2},
		{"PyTorch", Result{What: "training step", Cores: 2, Missing: "there is none"}, 0},
		{"gmnc", result("prediction", 1, 1e-4), 1e-4},
	}
	var text strings.Builder
	require.NoError(t, r.WriteTable(&text))
	_, table, _ := strings.Cut(text.String(), "on all\n\n")
	require.Equal(t, `                          median       min   processors   of peak
training step, 2 cores
  gmnc                   20.0 ms   10.0 ms      40.0 ms    25.0 %
  JAX 0.10.0, jit         100 ms   50.0 ms       200 ms    25.0 %
  PyTorch                missing
prediction, one core
  gmnc                    100 us   50.0 us       100 us    25.0 %
missing: training step, 2 cores, PyTorch: there is none

`+aboutPeers+"\n", table)
	path := filepath.Join(t.TempDir(), "peers.csv")
	require.NoError(t, r.WriteCSV(path))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, `what,cores,operations,peak_operations_per_second,fraction_of_peak,missing,runtime,processor_seconds,median_seconds,min_seconds,max_seconds,busy_cores,runs,calls_per_run
training step,2,2e+09,2e+11,0.25,,gmnc,0.04,0.02,0.01,0.04,1.5,5,1
training step,2,2e+09,2e+11,0.25,,"JAX 0.10.0, jit",0.2,0.1,0.05,0.2,1.5,5,1
training step,2,,2e+11,,there is none,PyTorch,,,,,,0,0
prediction,1,2e+09,1e+11,0.25,,gmnc,0.0001,0.0001,5e-05,0.0002,1.5,5,1
`, string(content))
}

// Tolerances of the scripts' float32 against the published float64 numbers,
// relative to the largest entry, as the native runtime has them.
const (
	publishedValues    = 5e-6
	publishedGradients = 1e-4
)

// TestPeersAgreeWithPublishedNumbers holds the scripts of bench/peers to the
// published implementation's own numbers, in the environment that GMNC_PEERS
// names; runtimes that it lacks fail. .ci/run has all but PyTorch there, which is
// several GB.
func TestPeersAgreeWithPublishedNumbers(t *testing.T) {
	if os.Getenv(peersVariable) == "" {
		testenv.Missing(t, "peers", "set "+peersVariable+" to the environment that gmnc bench --peers --install makes there")
	}
	python := PeerEnvironment{Command: pythonIn(DefaultPeerFolder())}
	var err error
	python.Scripts, err = python.unpack(t.TempDir())
	require.NoError(t, err)
	golden.RunSmall(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		if config.Model != "gmn" || config.Layers != 2 {
			return // the scripts have one model, and two layers show all of it
		}
		for _, kind := range []peerKind{eagerTorch, jax, ourFile, torchFile} {
			t.Run(kind.library+" "+kind.variant, func(t *testing.T) { requirePublished(t, python, kind, config, weights, c) })
		}
	})
}

// requirePublished holds one runtime to the numbers of a case: positions and
// velocities, and where it trains the loss and its gradients.
func requirePublished(t *testing.T, python PeerEnvironment, kind peerKind, config config.Config, weights map[string][]float32, c *golden.Case) {
	p, err := startPeer(t.Context(), python, kind.library, 1)
	require.NoError(t, err)
	defer p.close()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	described := newPeerCase(model, weights, c.Samples)
	described.File = filepath.Join(t.TempDir(), "gmnc.onnx")
	file, err := export.Model(model.Module, weights, export.Info{Opset: export.DefaultOpset, Config: "{}"})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(described.File, file, 0o600))

	predicted, err := p.ask(openRequest{described, kind.variant, "predict"})
	require.NoError(t, err)
	requireNear(t, "position", c.Float("out/x"), predicted.Arrays["position"], publishedValues)
	requireNear(t, "velocity", c.Velocity(), predicted.Arrays["velocity"], publishedValues)
	timed, err := p.ask(runRequest{predicted.Number, 2})
	require.NoError(t, err)
	require.Positive(t, timed.Seconds)
	if kind.library == "onnxruntime" {
		return
	}
	trained, err := p.ask(openRequest{described, kind.variant, "train"})
	require.NoError(t, err)
	requireNear(t, "loss", c.Float("out/loss"), trained.Arrays["loss"], publishedValues)
	differentiated, err := p.ask(openRequest{described, kind.variant, "gradients"})
	require.NoError(t, err)
	for name, want := range c.Gradients() {
		if got := differentiated.Arrays["grad/"+name]; got != nil {
			requireNear(t, name, want, got, publishedGradients)
		} else {
			require.Zero(t, slices.Max(want)-slices.Min(want), "%s has no gradient", name)
		}
	}
}

func requireNear(t *testing.T, name string, want, got []float64, tolerance float64) {
	t.Helper()
	largest := 0.0
	for _, value := range want {
		largest = max(largest, math.Abs(value))
	}
	allclose.Within(t, want, got, tolerance*largest, name)
}
