// Package bench measures how fast everything is that takes time: training
// steps, the runtimes, the simulator. Beside each time stands what it is of
// the processor's own limit, measured in the same run.
package bench

import (
	"context"
	"fmt"
	goruntime "runtime"
	"time"

	"gmnc/builder"
	"gmnc/runtime/native/kernels"
	"gmnc/system"
)

// Options say what is measured, and how often.
type Options struct {
	Model   builder.Config
	Systems int // in a batch
	Steps   int // of a simulated trajectory
	// Law is GMN-ODE, and LawSystems the systems in its batch.
	Law        builder.Config
	LawSystems int
	// Training is measured first, while the program has no other memory.
	Training TrainingSize
	Edges    []int // batches for the time per edge, about
	Repeat   Repetition
}

// DefaultOptions are the paper's model and batch, and GMN-ODE with those of
// `gmnc train --preset best`.
func DefaultOptions() Options {
	law := builder.DefaultConfig()
	law.Model, law.Layers = "gmn-ode", 12
	return Options{
		Law: law, LawSystems: 50,
		Model: builder.DefaultConfig(), Systems: 200, Steps: 5000,
		Training: TrainingSize{Train: 500, Valid: 4000, Epochs: 60},
		Edges:    []int{1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6},
		Repeat:   Repetition{Run: 10 * time.Millisecond, Total: time.Second, Least: 5},
	}
}

// Report is all that was measured.
type Report struct {
	Machine  Machine    `json:"machine"`
	Peak     Peak       `json:"peak"`
	Training *Training  `json:"training"`
	Results  []Result   `json:"results"`
	Edges    []EdgeTime `json:"edges"`
}

// Peak is the most multiply-adds a second that the kernels' instructions
// make, each counted as two operations.
type Peak struct {
	OneCore  float64 `json:"one_core"`
	AllCores float64 `json:"all_cores"`
}

// Result is the time of one thing.
type Result struct {
	What  string `json:"what"`
	Cores int    `json:"cores"`
	// Kernels names those it was measured with, where they are not the
	// machine's best; the peak is then theirs.
	Kernels string `json:"kernels,omitempty"`
	Spread
	// Operations is what one call needs by definition; 0 where it is not
	// mostly matrix products.
	Operations     float64 `json:"operations,omitempty"`
	FractionOfPeak float64 `json:"fraction_of_peak,omitempty"`
	// Published is the time of the published PyTorch implementation, where
	// it was measured.
	Published float64 `json:"published_seconds,omitempty"`
	// Missing says why nothing was measured.
	Missing string `json:"missing,omitempty"`
}

// EdgeTime is the time of a batch of that many edges.
type EdgeTime struct {
	Edges int `json:"edges"`
	Cores int `json:"cores"`
	Spread
}

// PerEdge is the median time of an edge, in nanoseconds.
func (e EdgeTime) PerEdge() float64 { return 1e9 * e.Median / float64(e.Edges) }

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
	all := 1 + len(cases) + len(options.Edges)*len(coreCounts(cores))
	count := func() {
		if done++; progress != nil {
			progress(done, all)
		}
	}
	if report.Training, err = b.training(ctx); err != nil {
		return nil, err
	}
	count()
	for _, c := range cases {
		// The machine is not equally fast all the time: its best counts.
		report.Peak.OneCore = max(report.Peak.OneCore, peak(1))
		report.Peak.AllCores = max(report.Peak.AllCores, peak(cores))
		result, err := b.result(ctx, c)
		if err != nil {
			return nil, err
		}
		report.Results = append(report.Results, result)
		count()
	}
	for _, n := range coreCounts(cores) {
		for _, edges := range options.Edges {
			systems := max(1, (edges+edgesOf(tables)/2)/edgesOf(tables))
			spread, err := b.measure(ctx, n, b.moduleBatch(systems))
			if err != nil {
				return nil, err
			}
			report.Edges = append(report.Edges, EdgeTime{systems * edgesOf(tables), n, spread})
			count()
		}
	}
	report.compareWithPeak()
	return report, nil
}

// compareWithPeak fills in the fractions of the machine's peak.
func (r *Report) compareWithPeak() {
	rate := map[bool]float64{true: r.Peak.OneCore, false: r.Peak.AllCores}
	for i := range r.Results {
		if result := &r.Results[i]; result.Missing == "" && result.Kernels == "" {
			result.FractionOfPeak = result.Operations / result.Median / rate[result.Cores == 1]
		}
	}
	r.Training.FractionOfPeak = r.Training.Operations / r.Training.Seconds / rate[r.Training.Cores == 1]
}

func edgesOf(composition system.Composition) int { return composition.N() * (composition.N() - 1) }

// coreCounts are all cores, and one.
func coreCounts(cores int) []int {
	if cores == 1 {
		return []int{1}
	}
	return []int{cores, 1}
}

func (b *bench) result(ctx context.Context, c benchCase) (result Result, err error) {
	result = Result{What: c.what, Cores: goruntime.GOMAXPROCS(0), Kernels: c.kernels, Operations: c.operations, Published: c.published}
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
	if result.Spread, err = b.measure(ctx, result.Cores, c.prepare); err != nil {
		return Result{}, fmt.Errorf("%s: %w", c.what, err)
	}
	if c.kernels != "" {
		result.FractionOfPeak = result.Operations / result.Median / peak(result.Cores)
	}
	return result, nil
}

// measure prepares something and measures it, both on that number of cores.
func (b *bench) measure(ctx context.Context, cores int, prepare prepare) (Spread, error) {
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
	return b.options.Repeat.measure(ctx, ready.call)
}
