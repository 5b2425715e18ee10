package experiments

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/plot"
	"gmnc/runtime/onnxruntime"
	"gmnc/sim"
	"gmnc/train"
)

// The demonstration is small enough for a minute on two cores: the system
// (1,2,0) of the paper, a narrow model and few epochs.
var (
	demoSystem  = sim.System{Particles: 1, Sticks: 2}
	demoModel   = builder.Config{Model: "gmn", Form: builder.Published, Layers: 3, Hidden: 32}
	demoOptions = train.Options{Epochs: 40, Batch: 50, LearningRate: 2e-3, WeightDecay: 1e-10, ValidEvery: 2}
)

// demo holds the files of the demonstration.
type demo struct {
	folder string
	out    io.Writer
}

func (d demo) path(name string) string { return filepath.Join(d.folder, name) }

// Demo runs the whole main job in a folder, which it empties of an earlier
// demonstration: it simulates, trains, exports and checks, predicts in
// every runtime at hand, and draws the learning curve and a trajectory.
func Demo(ctx context.Context, folder string, seed uint64, out io.Writer) error {
	d := demo{folder, out}
	if err := d.clear(); err != nil {
		return err
	}
	data, err := d.simulate(ctx, seed)
	if err != nil {
		return err
	}
	if err := d.train(ctx, data, seed); err != nil {
		return err
	}
	if err := d.export(); err != nil {
		return err
	}
	if err := d.compare(data.Test); err != nil {
		return err
	}
	return d.draw(data.Test)
}

// clear makes the folder and removes an earlier run, which would otherwise
// be taken for one to resume.
func (d demo) clear() error {
	if err := os.MkdirAll(d.folder, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder: %w", err)
	}
	return os.RemoveAll(d.path("run"))
}

func (d demo) step(format string, args ...any) func() {
	started := time.Now()
	fmt.Fprintf(d.out, "%-58s", fmt.Sprintf(format, args...))
	return func() { fmt.Fprintf(d.out, "%5.1f s\n", time.Since(started).Seconds()) }
}

func (d demo) simulate(ctx context.Context, seed uint64) (*datasets.Data, error) {
	job := NBody{System: demoSystem, Train: 200, Valid: 200, Test: 200, Seed: seed}
	done := d.step("simulate %d trajectories of a particle and two sticks", job.Count())
	data, _, err := Simulate(ctx, job, nil)
	if err != nil {
		return nil, err
	}
	done()
	return data, datasets.Write(d.path("data.npz"), data)
}

func (d demo) train(ctx context.Context, data *datasets.Data, seed uint64) error {
	options := demoOptions
	options.Seed = seed
	done := d.step("train GMN (%d layers, width %d) for %d epochs", demoModel.Layers, demoModel.Hidden, options.Epochs)
	info, err := train.DescribeData(d.path("data.npz"))
	if err != nil {
		return err
	}
	_, err = train.Train(ctx, train.Job{
		Folder: d.path("run"), Data: data,
		Config: train.RunConfig{Version: deploy.Version(), Model: demoModel, Training: &options, Data: info},
	})
	if err != nil {
		return err
	}
	done()
	return nil
}

func (d demo) export() error {
	done := d.step("export and check")
	verified, err := deploy.Export(d.path("run"), d.path("model.onnx"), 17)
	if err != nil {
		return err
	}
	done()
	for _, line := range verified.Lines() {
		fmt.Fprintf(d.out, "  %s\n", line)
	}
	return nil
}

// compare prints the errors of the exported file, of the run and of a
// straight line, x + v t.
func (d demo) compare(samples []datasets.Sample) error {
	table := tabwriter.NewWriter(d.out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\nmodel\truntime\tmean squared error x100\tconstraint error\t")
	errors, err := train.Compare(samples, straight(samples))
	if err != nil {
		return err
	}
	fmt.Fprintf(table, "x + v t\t\t%.5f\t%.1e\t\n", 100*errors.Position.Mean, errors.Constraint)
	for _, name := range deploy.Runtimes {
		if name == "onnxruntime" && onnxruntime.Available() != nil {
			continue
		}
		model := "model.onnx"
		if name == "gorgonia" || name == "interpreter" {
			model = "run"
		}
		predictor, _, err := deploy.Open(d.path(model), name)
		if err != nil {
			return err
		}
		errors, err := train.Evaluate(predictor, samples)
		predictor.Close()
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%.5f\t%.1e\t\n", model, name, 100*errors.Position.Mean, errors.Constraint)
	}
	return table.Flush()
}

// straight continues every particle with its velocity for the prediction
// interval of one time unit.
func straight(samples []datasets.Sample) []float32 {
	var position []float32
	for _, sample := range samples {
		for i, x := range sample.Position {
			position = append(position, x+sample.Velocity[i])
		}
	}
	return position
}

// draw makes the two pictures.
func (d demo) draw(samples []datasets.Sample) error {
	rows, err := train.ReadMetrics(d.path("run"))
	if err != nil {
		return err
	}
	if err := plot.LearningCurve(d.path("learning_curve.png"), plot.FromEpochs(rows)); err != nil {
		return err
	}
	predictor, _, err := deploy.Open(d.path("model.onnx"), "auto")
	if err != nil {
		return err
	}
	defer predictor.Close()
	position, _, err := predictor.Predict(samples[:1])
	if err != nil {
		return err
	}
	picture := plot.FromSample(samples[0], position)
	picture.Title = "one test system: input, prediction and truth"
	if err := plot.Trajectory(d.path("trajectory.png"), picture); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "\npictures: %s, %s\n", d.path("learning_curve.png"), d.path("trajectory.png"))
	return nil
}
