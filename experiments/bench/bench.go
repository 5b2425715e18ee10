// Package bench measures the speed of training steps, of the runtimes and of the simulator.
// With each time it gives the fraction of the processor's peak, which it measures in the same
// run.
package bench

import (
	"context"
	"fmt"
	goruntime "runtime"
	"time"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/runtime/native/kernels"
	"gmnc/system"
)

// Options says what is measured, and how often.
type Options struct {
	Model   config.Config
	Systems int // the number of systems in a batch
	Steps   int // the number of steps of a simulated trajectory
	// Law is GMN-ODE, and LawSystems is the number of systems in its batch.
	Law        config.Config
	LawSystems int
	// Tensors holds tensor field networks, and TensorSystems is the number of systems in their
	// batch.
	Tensors       []config.Config
	TensorSystems int
	// Training is measured first, while the program uses no other memory, with the paper's
	// batches and with the batches of gmnc train.
	Training TrainingSize
	// Collect, unless nil, changes how a training's memory is collected, and returns a function
	// that undoes this. It applies to nothing else, since only gmnc train collects memory in
	// this way.
	Collect func() (restore func())
	Repeat  Repetition
	// PeerRepeat says how often turns of other runtimes are taken.
	PeerRepeat Repetition
	Growth     GrowthSize
	Simulator  SimulatorSize
	Waits      WaitSize
}

// DefaultOptions returns the paper's model and batch, GMN-ODE with the 12 steps and the batch
// of most rows of table laws, and the tensor field networks of the paper's tables.
func DefaultOptions() Options {
	law := config.DefaultConfig()
	law.Model, law.Layers = "gmn-ode", 12
	tfn, attention := config.DefaultConfig(), config.DefaultConfig()
	tfn.Model, attention.Model = "tfn", "se3-transformer"
	best := law
	best.Layers = 24 // as in --preset best
	return Options{
		Law: law, LawSystems: 50,
		Tensors: []config.Config{tfn, attention}, TensorSystems: 100,
		Model: config.DefaultConfig(), Systems: 200, Steps: 5000,
		Training:   TrainingSize{Train: 500, Valid: 4000, Epochs: 60},
		Repeat:     Repetition{Run: 10 * time.Millisecond, Total: time.Second, Least: 5},
		PeerRepeat: Repetition{Run: 100 * time.Millisecond, Total: 3 * time.Second, Least: 5, Rest: 50 * time.Millisecond},
		Growth: GrowthSize{
			Edges: []int{1e3, 1e4, 1e5, 1e6, 1e7}, Sides: []int{10, 27, 46, 100},
			Repeat: Repetition{Run: 10 * time.Millisecond, Total: time.Second, Least: 1},
		},
		Simulator: SimulatorSize{Systems: 200, Steps: []int{10, 20, 50, 100, 200, 1000}, Law: best},
		Waits:     WaitSize{Recordings: 100, Frames: 132_000},
	}
}

// Report holds all measurements by Measure, MeasurePeers, MeasureGrowth, MeasureSimulator or
// MeasureWaits.
type Report struct {
	Machine Machine `json:"machine"`
	Peak    Peak    `json:"peak"`
	// Trainings holds one training with the paper's batches and one with the batches of gmnc
	// train.
	Trainings []Training   `json:"trainings,omitempty"`
	Results   []Result     `json:"results,omitempty"`
	Peers     []PeerResult `json:"peers,omitempty"`
	Growth    []Growth     `json:"growth,omitempty"`
	Simulator []Simulated  `json:"simulator,omitempty"`
}

// Peak is the largest rate of operations of the kernels' multiply-adds, each of which counts as
// two operations, per second.
type Peak struct {
	OneCore  float64 `json:"one_core"`
	AllCores float64 `json:"all_cores"`
}

// measure measures the peak again and keeps the best, as the speed of the machine varies.
func (p *Peak) measure(cores int) {
	p.OneCore, p.AllCores = max(p.OneCore, peak(1)), max(p.AllCores, peak(cores))
}

// on returns the peak of one core, or of all.
func (p Peak) on(cores int) float64 {
	if cores == 1 {
		return p.OneCore
	}
	return p.AllCores
}

// of returns the fraction of the peak for calls of that many operations, or 0 if the number of
// operations is 0.
func (p Peak) of(operations float64, cores int, seconds float64) float64 {
	return operations / seconds / p.on(cores)
}

// Result is the time of one measured thing.
type Result struct {
	What  string `json:"what"`
	Cores int    `json:"cores"`
	// Kernels names the kernels that were used, if they are not the machine's best. The peak is
	// then KernelsPeak, that of these kernels on the same cores.
	Kernels     string  `json:"kernels,omitempty"`
	KernelsPeak float64 `json:"kernels_peak,omitempty"`
	Spread
	// Operations is the number of operations that one call needs by definition, or 0 if these
	// are not mostly matrix products.
	Operations     float64 `json:"operations,omitempty"`
	FractionOfPeak float64 `json:"fraction_of_peak,omitempty"`
	// Missing says why nothing was measured.
	Missing string `json:"missing,omitempty"`
}

// tables is the system of most of the paper's tables.
var tables = system.Composition{3, 2, 1}

// Measure measures everything, which takes more than a minute. progress, unless nil, is called
// after each measurement. A canceled ctx ends the work, and its error is returned.
func Measure(ctx context.Context, options Options, progress func(done, all int)) (*Report, error) {
	b, err := newBench(options)
	if err != nil {
		return nil, err
	}
	report := &Report{Machine: ThisMachine()}
	cores := report.Machine.Cores
	cases, done := b.cases(), 0
	trainings := []run.Options{run.PaperOptions(), run.DefaultOptions()}
	all := len(trainings) + len(cases)
	count := func() {
		if done++; progress != nil {
			progress(done, all)
		}
	}
	for _, options := range trainings {
		training, err := b.training(ctx, options)
		if err != nil {
			return nil, err
		}
		report.Trainings = append(report.Trainings, *training)
		count()
	}
	for _, c := range cases {
		report.Peak.measure(cores)
		result, err := b.result(ctx, c)
		if err != nil {
			return nil, err
		}
		report.Results = append(report.Results, result)
		count()
	}
	report.compareWithPeak()
	return report, nil
}

// compareWithPeak sets the fractions of the machine's peak.
func (r *Report) compareWithPeak() {
	var results []*Result
	for i := range r.Results {
		results = append(results, &r.Results[i])
	}
	for i := range r.Peers {
		results = append(results, &r.Peers[i].Result)
	}
	for _, result := range results {
		if result.Missing == "" && result.Kernels == "" {
			result.FractionOfPeak = r.Peak.of(result.Operations, result.Cores, result.Median)
		}
	}
	for i := range r.Trainings {
		t := &r.Trainings[i]
		t.FractionOfPeak = r.Peak.of(t.Operations, t.Cores, t.Seconds)
	}
}

func edgesOf(composition system.Composition) int { return composition.N() * (composition.N() - 1) }

func (b *bench) result(ctx context.Context, c benchCase) (result Result, err error) {
	result = Result{What: c.what, Cores: goruntime.GOMAXPROCS(0), Kernels: c.kernels, Operations: c.operations}
	if c.oneCore {
		result.Cores = 1
	}
	if c.missing != nil {
		result.Missing = c.missing.Error()
		return result, nil
	}
	if c.kernels != "" {
		defer kernels.SetLevel(kernels.Level())
		if err := kernels.SetLevel(c.kernels); err != nil {
			result.Missing = err.Error()
			return result, nil
		}
	}
	processors := result.Cores
	if c.ownThread {
		processors = goruntime.GOMAXPROCS(0)
	}
	if result.Spread, err = b.options.Repeat.prepared(ctx, processors, c.prepare); err != nil {
		return Result{}, fmt.Errorf("%s: %w", c.what, err)
	}
	if c.kernels != "" {
		result.KernelsPeak = peak(result.Cores)
		result.FractionOfPeak = result.Operations / result.Median / result.KernelsPeak
	}
	return result, nil
}

// prepared prepares something and measures it, both on that number of cores.
func (r Repetition) prepared(ctx context.Context, cores int, prepare prepare) (Spread, error) {
	if err := ctx.Err(); err != nil {
		return Spread{}, err
	}
	before := goruntime.GOMAXPROCS(cores)
	defer goruntime.GOMAXPROCS(before)
	ready, err := prepare()
	if err != nil {
		return Spread{}, err
	}
	defer ready.close()
	goruntime.GC() // the garbage of earlier measurements is not part of this one
	return r.measure(ctx, ready.call)
}
