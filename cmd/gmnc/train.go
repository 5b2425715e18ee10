package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/train"
)

type trainCommand struct {
	Data   string `arg:"" help:"Data set, as gmnc simulate writes it."`
	Output string `short:"o" help:"Run folder to make, or to resume." placeholder:"RUN" required:""`

	Model  string `help:"Model to train: ${enum}. gmnc models says what they are." enum:"${models}" default:"gmn"`
	Form   string `help:"As the authors published it in code, or as the paper's equations say: ${enum}." enum:"published,paper" default:"published"`
	Layers int    `help:"Message-passing layers." default:"4"`
	Hidden int    `help:"Width of features and networks." default:"64"`

	Hinges string `help:"gmn: take a hinge as a whole, or as two sticks that are then moved to meet at its joint (the paper's ablation on hinge FK): ${enum}." enum:"whole,sticks" default:"whole"`
	Phi2   string `name:"phi2" help:"gmn: what phi2, the acceleration of an object, takes (the paper's ablations). standard: f for sticks, (f, x, v) for hinges; fxv, f: the same for both; fxv-shared, f-shared: and one network; mlp: coordinates, not equivariant; raw-gram: the Gram matrix without normalisation." enum:"${phi2}" default:"standard"`
	Charge string `help:"gmn and egnn: charges as a product on each edge, or as a feature of each particle (the paper's comparison of charge-assigning strategies): ${enum}." enum:"edge,node" default:"edge"`

	TrainSize   int       `help:"Training samples to use; 0 for all." default:"0"`
	Epochs      int       `help:"Passes over the training samples." default:"600"`
	Batch       int       `help:"Systems in a batch." default:"200"`
	LR          float64   `name:"lr" help:"Learning rate of Adam." default:"5e-4"`
	WeightDecay float64   `help:"L2 term in the gradient." default:"1e-10"`
	Seed        uint64    `help:"Seed of the first weights and of the shuffling." default:"1"`
	ValidEvery  int       `help:"Epochs from one validation to the next." default:"5"`
	Patience    int       `help:"End once the last so many epochs had no lower validation error; 0 for all epochs." default:"0"`
	Level       int       `short:"O" help:"Optimisation level. 0: stock Gorgonia operators and derivatives, slow, the oracle; 1: our kernels and derivatives, one operator after the other, to find out which is wrong; 2: the same as one operator of Gorgonia's graph, fast." enum:"0,1,2" default:"2"`
	Lambda      []float64 `help:"Weight of the constraint term in the loss of models that train with it, 0.1 by default; of a list each is tried, and validation chooses." placeholder:"WEIGHT,..."`
	Perturb     string    `help:"Error to put into the objects of every training sample, anew each time it is seen (the paper's robustness test). join: two isolated particles become a stick; split: a stick becomes two; join+split: both; length: a stick's length changes by a tenth, normally distributed." enum:"none,join,split,join+split,length" default:"none"`
	Resume      bool      `help:"Go on with the run in the folder, to the same bits as if it had never stopped."`
}

// AfterApply refuses options that would change nothing.
func (c *trainCommand) AfterApply(parsed *kong.Context) error {
	for _, given := range parsed.Path {
		if given.Flag == nil || !builder.Describe(c.Model).Sizeless {
			continue
		}
		if name := given.Flag.Name; name == "layers" || name == "hidden" {
			return fmt.Errorf("--%s does not go with --model %s, which has neither layers nor width", name, c.Model)
		}
	}
	return nil
}

func (c *trainCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.model().Validate(); err != nil {
		return err // before any data are read
	}
	data, err := datasets.Read(c.Data)
	if err != nil {
		return err
	}
	job, err := c.job(data)
	if err != nil {
		return err
	}
	begin := func(ctx context.Context, job train.Job) (*train.Run, error) { return c.watched(ctx, t, job) }
	var run *train.Run
	if len(c.Lambda) > 1 {
		run, err = train.ChooseLambda(ctx, job, c.Lambda, begin)
	} else {
		run, err = begin(ctx, job)
	}
	if err != nil {
		return stopped(err, fmt.Sprintf("the epochs done are saved in %s; go on with the same command and --resume", c.Output))
	}
	t.printf("%s: best %s\n", c.Output, run.Best())
	return c.sayEnd(t)
}

// sayEnd says that patience ended the training, if it did.
func (c *trainCommand) sayEnd(t *terminal) error {
	rows, err := train.ReadMetrics(c.Output)
	if err == nil && len(rows) < c.Epochs {
		t.printf("%s: ended after epoch %d, as the last %d had no lower validation error\n", c.Output, len(rows), c.Patience)
	}
	return err
}

// watched trains a job, or resumes it, and shows how it goes on. Of a list
// of candidates some may not have been started yet.
func (c *trainCommand) watched(ctx context.Context, t *terminal, job train.Job) (*train.Run, error) {
	begin := train.Train
	if c.Resume && (len(c.Lambda) < 2 || train.Started(job.Folder)) {
		begin = train.Resume
	}
	watch := newWatch(t, job)
	defer watch.close()
	job.Observer = watch.observer()
	run, err := begin(ctx, job)
	if _, overflew := errors.AsType[*train.NonFinite](err); overflew && len(c.Lambda) > 1 {
		fmt.Fprintf(t.err, "--lambda %g is out: %v\n", job.Config.Training.Lambda, err)
	}
	return run, err
}

func (c *trainCommand) job(data *datasets.Data) (train.Job, error) {
	info, err := train.DescribeData(c.Data, data.About)
	if err != nil {
		return train.Job{}, err
	}
	options := train.Options{
		TrainSize: c.TrainSize, Epochs: c.Epochs, Batch: c.Batch, LearningRate: c.LR, WeightDecay: c.WeightDecay,
		Seed: c.Seed, ValidEvery: c.ValidEvery, Patience: c.Patience, Level: c.Level,
		Perturb: datasets.Perturbation(chosen(c.Perturb, "none")),
	}
	if len(c.Lambda) > 0 {
		options.Lambda = c.Lambda[0]
	} else if builder.Describe(c.Model).ConstraintTerm {
		options.Lambda = train.DefaultLambda
	}
	config := train.RunConfig{Version: deploy.Version(), Model: c.model(), Training: &options, Data: info}
	return train.Job{Folder: c.Output, Config: config, Data: data}, nil
}

// model is the model that the flags describe.
func (c *trainCommand) model() builder.Config {
	return builder.Config{
		Model: c.Model, Form: c.Form, Layers: c.Layers, Hidden: c.Hidden,
		Hinges: chosen(c.Hinges, "whole"), Phi2: chosen(c.Phi2, standard), Charge: chosen(c.Charge, "edge"),
	}
}

// standard is the flag for the phi2 of most experiments.
const standard = "standard"

// chosen is what a flag says other than the standard.
func chosen(value, standard string) string {
	if value == standard {
		return ""
	}
	return value
}
