// Package bench measures the speed of training steps, of the runtimes and of the simulator. Next to
// each time it gives the share of the processor's limit, which it measures in the same run.
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

// Options say what is measured, and how often.
type Options struct {
	Model   config.Config
	Systems int // in a batch
	Steps   int // of a simulated trajectory
	// Law is GMN-ODE, and LawSystems the systems in its batch.
	Law        config.Config
	LawSystems int
	// Tensors are tensor field networks, and TensorSystems the systems in their
	// batch.
	Tensors       []config.Config
	TensorSystems int
	// Training is measured first, while the program has no other memory, with
	// the paper's batches and with the batches of gmnc train.
	Training TrainingSize
	// Collect, unless nil, begins how a training's memory is collected, and returns what
	// ends it. Nothing else is measured so, since only gmnc train collects in this way.
	Collect func() (restore func())
	Repeat  Repetition
	// PeerRepeat is how often turns of other runtimes are taken.
	PeerRepeat Repetition
	Growth     GrowthSize
	Simulator  SimulatorSize
	Waits      WaitSize
}

// DefaultOptions are the paper's model and batch, GMN-ODE with the 12 steps and the
// batch that most of table laws has, and the tensor field networks of the paper's tables.
func DefaultOptions() Options {
	law := config.DefaultConfig()
	law.Model, law.Layers = "gmn-ode", 12
	tfn, attention := config.DefaultConfig(), config.DefaultConfig()
	tfn.Model, attention.Model = "tfn", "se3-transformer"
	best := law
	best.Layers = 24 // as --preset best has
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

// Report is all that was measured: by Measure, MeasurePeers, MeasureGrowth,
// MeasureSimulator or MeasureWaits.
type Report struct {
	Machine Machine `json:"machine"`
	Peak    Peak    `json:"peak"`
	// Trainings are one with the paper's batches and one with the batches of gmnc train.
	Trainings []Training   `json:"trainings,omitempty"`
	Results   []Result     `json:"results,omitempty"`
	Peers     []PeerResult `json:"peers,omitempty"`
	Growth    []Growth     `json:"growth,omitempty"`
	Simulator []Simulated  `json:"simulator,omitempty"`
}

// Peak is the most multiply-adds a second that the kernels' instructions
// make, each counted as two operations.
type Peak struct {
	OneCore  float64 `json:"one_core"`
	AllCores float64 `json:"all_cores"`
}

// measure measures the peak again: the machine is not equally fast all the
// time, and its best counts.
func (p *Peak) measure(cores int) {
	p.OneCore, p.AllCores = max(p.OneCore, peak(1)), max(p.AllCores, peak(cores))
}

// on is the peak of one core, or of all.
func (p Peak) on(cores int) float64 {
	if cores == 1 {
		return p.OneCore
	}
	return p.AllCores
}

// of is the part of the peak that operations a call are, none where a call is
// none.
func (p Peak) of(operations float64, cores int, seconds float64) float64 {
	return operations / seconds / p.on(cores)
}

// Result is the time of one thing.
type Result struct {
	What  string `json:"what"`
	Cores int    `json:"cores"`
	// Kernels names those it was measured with, where they are not the
	// machine's best; the peak is then KernelsPeak, theirs on the same cores.
	Kernels     string  `json:"kernels,omitempty"`
	KernelsPeak float64 `json:"kernels_peak,omitempty"`
	Spread
	// Operations is what one call needs by definition; 0 where it is not
	// mostly matrix products.
	Operations     float64 `json:"operations,omitempty"`
	FractionOfPeak float64 `json:"fraction_of_peak,omitempty"`
	// Missing says why nothing was measured.
	Missing string `json:"missing,omitempty"`
}

// tables is the system that most tables of the paper are about.
var tables = system.Composition{3, 2, 1}

// Measure measures everything, which takes more than a minute. progress,
// unless nil, is called after each measurement. A cancelled ctx ends the work
// and its error is returned.
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

// compareWithPeak fills in the fractions of the machine's peak.
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
	goruntime.GC() // what was measured before is not paid for here
	return r.measure(ctx, ready.call)
}
