package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/plot"
	"gmnc/train"
)

type trainCommand struct {
	Data   string `arg:"" help:"Data set, as gmnc simulate writes it." type:"path"`
	Output string `short:"o" help:"Run folder to make, or to resume." placeholder:"RUN" required:"" type:"path"`

	Model  string `help:"Model to train." default:"gmn"`
	Form   string `help:"As the authors published it in code, or as the paper's equations say." enum:"published,paper" default:"published"`
	Layers int    `help:"Message-passing layers." default:"4"`
	Hidden int    `help:"Width of features and networks." default:"64"`

	TrainSize   int     `help:"Training samples to use; 0 for all." default:"0"`
	Epochs      int     `help:"Passes over the training samples." default:"600"`
	Batch       int     `help:"Systems in a batch." default:"200"`
	LR          float64 `name:"lr" help:"Learning rate of Adam." default:"5e-4"`
	WeightDecay float64 `help:"L2 term in the gradient." default:"1e-10"`
	Seed        uint64  `help:"Seed of the first weights and of the shuffling." default:"1"`
	ValidEvery  int     `help:"Epochs from one validation to the next." default:"5"`
	Level       int     `short:"O" help:"Optimisation level: 0 runs stock Gorgonia operators; 1 and 2 are not in this version." enum:"0,1,2" default:"0"`
	Resume      bool    `help:"Go on with the run in the folder, to the same bits as if it had never stopped."`
}

// errStopped ends a training that the user interrupted.
var errStopped = errors.New("stopped")

func (c *trainCommand) Run(ctx context.Context, t *terminal) error {
	data, err := datasets.Read(c.Data)
	if err != nil {
		return err
	}
	job, err := c.job(data)
	if err != nil {
		return err
	}
	job.Observer = t.observe(job)
	begin := train.Train
	if c.Resume {
		begin = train.Resume
	}
	run, err := begin(ctx, job)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: the epochs done are saved in %s; go on with the same command and --resume", errStopped, c.Output)
	}
	if err != nil {
		return err
	}
	t.printf("%s: best validation error %s (x100 as in the paper: %s) in epoch %s\n",
		c.Output, run.Metrics["valid_mse"], hundredfold(run.Metrics["valid_mse"]), run.Metrics["epoch"])
	return nil
}

func (c *trainCommand) job(data *datasets.Data) (train.Job, error) {
	info, err := train.DescribeData(c.Data)
	if err != nil {
		return train.Job{}, err
	}
	options := train.Options{
		TrainSize: c.TrainSize, Epochs: c.Epochs, Batch: c.Batch, LearningRate: c.LR, WeightDecay: c.WeightDecay,
		Seed: c.Seed, ValidEvery: c.ValidEvery, Level: c.Level,
	}
	config := train.RunConfig{
		Version:  deploy.Version(),
		Model:    builder.Config{Model: c.Model, Form: c.Form, Layers: c.Layers, Hidden: c.Hidden},
		Training: &options, Data: info,
	}
	return train.Job{Folder: c.Output, Config: config, Data: data}, nil
}

// observe draws the progress bar and, after each validation, the learning
// curve in the run folder.
func (t *terminal) observe(job train.Job) train.Observer {
	options := job.Config.Training
	bar := t.bar(0, "training", "steps")
	return train.Observer{
		Step: func(epoch, step, steps int, loss float64) {
			bar.ChangeMax(options.Epochs * steps)
			bar.Describe(fmt.Sprintf("epoch %d/%d, loss %.3g", epoch, options.Epochs, loss))
			bar.Set((epoch-1)*steps + step)
		},
		Epoch: func(rows []train.Epoch) error {
			if len(rows)%options.ValidEvery != 0 && len(rows) != options.Epochs {
				return nil
			}
			return plot.LearningCurve(filepath.Join(job.Folder, "learning_curve.png"), plot.FromEpochs(rows))
		},
	}
}
