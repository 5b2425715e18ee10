// Package experiments contains the demonstration, which runs the whole main task: data,
// training, export and prediction.
package experiments

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"text/tabwriter"
	"time"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/deploy"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// demo describes a demonstration: what it does, and where.
type demo struct {
	folder      string
	out         io.Writer
	composition system.Composition
	samples     int // the number of samples in each split
	model       config.Config
	options     run.Options
}

// demoFiles lists the folder and the files that a demonstration leaves in its folder.
var demoFiles = []string{"run", "data.npz", "model.onnx", "learning_curve.png", "trajectory.png"}

// newDemo returns a demonstration that takes a few seconds: the paper's system (1,2,0), a
// narrow model and few epochs.
func newDemo(folder string, seed uint64, out io.Writer) demo {
	return demo{
		folder: folder, out: out,
		composition: system.Composition{1, 2}, samples: 200,
		model:   config.Config{Model: "gmn", Form: config.Published, Layers: 3, Hidden: 32},
		options: run.Options{Epochs: 40, Batch: 50, LearningRate: 2e-3, WeightDecay: 1e-10, Seed: seed, ValidEvery: 2, Level: 2},
	}
}

// unfinished is the folder, in that of the demonstration, for files that are not yet complete.
const unfinished = ".unfinished"

// path returns the path at which a file is made, and finished the path to which it is moved in
// the end.
func (d demo) path(name string) string     { return filepath.Join(d.folder, unfinished, name) }
func (d demo) finished(name string) string { return filepath.Join(d.folder, name) }

// Demo runs the whole main task in a folder, which is new or that of an earlier demonstration.
// It simulates, trains, exports and checks, predicts in every available runtime, and draws the
// learning curve and a trajectory. All files replace those of an earlier demonstration at the
// end, so that an interrupted one leaves these as they were. The same seed gives the same data,
// weights and numbers.
func Demo(ctx context.Context, folder string, seed uint64, out io.Writer) error {
	return newDemo(folder, seed, out).run(ctx)
}

func (d demo) run(ctx context.Context) error {
	if err := d.check(); err != nil {
		return err
	}
	release, err := d.begin()
	if err != nil {
		return err
	}
	defer release()
	data, err := d.simulate(ctx)
	if err != nil {
		return err
	}
	if err := d.train(ctx, data); err != nil {
		return err
	}
	if err := d.export(ctx); err != nil {
		return err
	}
	if err := d.compare(ctx, data.Test); err != nil {
		return err
	}
	if err := d.draw(ctx); err != nil {
		return err
	}
	return d.finish()
}

// step performs one step of the demonstration and prints the time that it took.
func (d demo) step(what string, work func() error) error {
	started := time.Now()
	fmt.Fprintf(d.out, "%-58s", what)
	if err := work(); err != nil {
		fmt.Fprintln(d.out)
		return err
	}
	fmt.Fprintf(d.out, "%5.1f s\n", time.Since(started).Seconds())
	return nil
}

func (d demo) simulate(ctx context.Context) (*datasets.Data, error) {
	job := nbody.Config{System: d.composition, Train: d.samples, Valid: d.samples, Test: d.samples, Seed: d.options.Seed}
	what := fmt.Sprintf("simulate %d trajectories of the system (%s)", job.Count(), d.composition)
	var data *datasets.Data
	err := d.step(what, func() (err error) {
		if data, _, err = nbody.Simulate(ctx, job, nil); err != nil {
			return err
		}
		return datasets.Write(d.path("data.npz"), data)
	})
	return data, err
}

func (d demo) train(ctx context.Context, data *datasets.Data) error {
	what := fmt.Sprintf("train GMN (%d layers, width %d) for %d epochs", d.model.Layers, d.model.Hidden, d.options.Epochs)
	return d.step(what, func() error {
		info, err := run.DescribeData(d.path("data.npz"), data)
		if err != nil {
			return err
		}
		_, err = train.Train(ctx, train.Job{
			Store: d.store(), Data: data, Engine: engines.Trainer(),
			Config: run.Config{Version: run.Version(), Model: d.model, Training: &d.options, Data: info},
		})
		return err
	})
}

func (d demo) export(ctx context.Context) error {
	var verified *deploy.Exported
	err := d.step("export and check", func() error {
		trained, err := run.Read(d.store())
		if err != nil {
			return err
		}
		if verified, err = deploy.ExportWith(ctx, trained, deploy.Options{}); err != nil {
			return err
		}
		return verified.Write(d.path("model.onnx"))
	})
	if err != nil {
		return err
	}
	for _, line := range verified.Lines() {
		fmt.Fprintf(d.out, "  %s\n", line)
	}
	return nil
}

// store returns the folder of the demonstration's run.
func (d demo) store() run.Folder { return run.Folder(d.path("run")) }

// open opens a run or a file in a runtime.
func open(path, runtime string) (predict.Predictor, error) {
	model, err := artifact.Load(path)
	if err != nil {
		return nil, err
	}
	predictor, _, err := model.Open(runtime)
	return predictor, err
}

// compare prints the errors of the exported file, of the run, and of constant velocity, x + v
// t.
func (d demo) compare(ctx context.Context, samples []system.Sample) error {
	table := tabwriter.NewWriter(d.out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\nmodel\truntime\troot mean squared error\tconstraint error\t")
	errors, err := predict.Compare(samples, straight(samples))
	if err != nil {
		return err
	}
	fmt.Fprintf(table, "constant velocity\t\t%.4g\t%.2g\t\n", math.Sqrt(errors.Position.Mean), errors.Constraint)
	for _, engine := range engines.All() {
		if engine.Available() != nil {
			continue
		}
		model := "run"
		if engine.OpenFile != nil {
			model = "model.onnx"
		}
		predictor, err := open(d.path(model), engine.Name)
		if err != nil {
			return err
		}
		errors, err := predict.Evaluate(ctx, predictor, samples)
		predictor.Close()
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%.4g\t%.2g\t\n", model, engine.Name, math.Sqrt(errors.Position.Mean), errors.Constraint)
	}
	return table.Flush()
}

// straight returns the positions of particles that keep their velocities for the prediction
// interval of one time unit.
func straight(samples []system.Sample) []float32 {
	var position []float32
	for _, sample := range samples {
		for i, x := range sample.Position {
			position = append(position, x+sample.Velocity[i])
		}
	}
	return position
}

// draw draws the two pictures.
func (d demo) draw(ctx context.Context) error {
	s, err := pictures.NewSubject(ctx, d.path("run"), d.path("data.npz"), "test")
	if err != nil {
		return err
	}
	if err := s.LearningCurve().Save(d.path("learning_curve.png")); err != nil {
		return err
	}
	return s.Sample(0, "").Save(d.path("trajectory.png"))
}
