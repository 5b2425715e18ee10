package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

type trainCommand struct {
	Data   string `arg:"" help:"Data set, as gmnc simulate writes it."`
	Output string `short:"o" type:"folder" help:"Run folder to make, or to resume." placeholder:"RUN" required:""`

	Preset string `help:"Set many of the options below at once; options that you give yourself override it. ${presets}. Chosen by the data by default, as the help of --model says." placeholder:"NAME"`

	Model  string `help:"Model to train: ${enum}. gmnc models describes them. By default the data choose a preset of gmn-ode: constants where they have joints, or springs and no charges, or motions that known mechanics predict, contact where they have planes and trajectories, fast otherwise. With --form, --hinges or --phi2 the default is gmn." enum:"${models}" default:"gmn" placeholder:"NAME"`
	Form   string `help:"As the authors published it in code, or as the paper's equations say: ${enum}." enum:"published,paper" default:"published"`
	Layers int    `help:"Message-passing layers; of gmn-ode, steps." default:"4"`
	Hidden int    `help:"Width of features and networks." default:"64"`

	Hinges string `help:"gmn: take a hinge as a whole, or as two sticks that are then moved to meet at its joint (the paper's ablation on hinge FK): ${enum}." enum:"whole,sticks" default:"whole"`
	Phi2   string `name:"phi2" help:"gmn: what phi2, the acceleration of an object, takes (the paper's ablations). standard: f for sticks, (f, x, v) for hinges; fxv, f: the same for both; fxv-shared, f-shared: the same, sharing one network; mlp: coordinates, not equivariant; raw-gram: the Gram matrix without normalization." enum:"${phi2}" default:"standard"`
	Charge string `help:"gmn, egnn, their variants and gmn-ode: charges as a product on each edge, or as a feature of each particle (the paper's comparison of charge-assigning strategies): ${enum}." enum:"edge,node" default:"edge"`
	Clamp  string `help:"gmn, egnn, their variants and gmn-ode: a force that is too long is shortened and keeps its direction, or each of its components is limited by itself, as in the published code. Where that acts, predictions do not turn with their systems: ${enum}." enum:"length,component" default:"length"`

	Weights    string   `help:"gmn-ode: steps share one set of weights, or each has its own: ${enum}." enum:"shared,own" default:"shared"`
	Order      string   `help:"gmn-ode: second order in time, or every step starts from the input velocity: ${enum}." enum:"second,first" default:"second"`
	Integrator string   `help:"gmn-ode: accelerations act before the displacements of a step (semi-implicit Euler), or half before and half after (velocity Verlet), which takes them once more: ${enum}. With --messages none Verlet is better for many short predictions one after another. midpoint and rk4, Runge-Kutta's methods, follow Newton's equations of any masses, with pins, gravity and known forces. rk4 takes the place of euler where the data have some of these, for --learn and for --forces none." enum:"euler,verlet,midpoint,rk4" default:"euler"`
	Dynamics   string   `help:"gmn-ode: accelerations of objects by Newton's equations, or by a learned phi2: ${enum}." enum:"newton,learned" default:"newton"`
	Radial     string   `help:"gmn-ode: whether networks see the square, the inverse and the logarithm of distances, or only the square: ${enum}." enum:"inverse,square" default:"inverse"`
	Direction  string   `help:"gmn-ode: a force is the difference of positions times a learned factor, or that over the cube of the distance: ${enum}." enum:"difference,inverse-square" default:"difference"`
	Forces     string   `help:"gmn-ode: forces of neighbors are added up, averaged, or none. With none there is no network, and only known forces and constants act: ${enum}." enum:"sum,mean,none" default:"sum"`
	Learn      []string `help:"gmn-ode: constants of mechanics to find with the weights: ${constants}. NAME:particle, NAME:type, NAME:joint or NAME:system says what has values of its own: the particles of systems that are all alike, the features of particles, the joints of rigid bodies, or all. Of jointed bodies masses and dampings have one a joint by default, rotor_inertia and stop_inertia always. They begin from the data's values where these have some. None by default." placeholder:"NAME"`
	Messages   string   `help:"gmn-ode: messages of neighbors are averaged, added up, or none: a force then depends on its pair only: ${enum}." enum:"mean,sum,none" default:"mean"`

	Law string `help:"gmn-ode: forces between pairs as formulas instead of the network, as gmnc law --write makes them from another run. Training finds their constants and begins with the values in the file; messages are none. No file by default." placeholder:"LAW.json"`

	Training trainingFlags `embed:""`

	OtherGravity string   `help:"What to do if the motions contradict the gravity in the data by a power of ten, as with another unit: ${enum} it." enum:"refuse,allow" default:"refuse"`
	DropLast     bool     `help:"Leave out the last samples of an epoch if they do not fill a batch, as the paper does." negatable:""`
	Velocity     *float64 `help:"Weight of the velocity's squared error in the loss, in units of the interval; above 0 the model returns a true velocity, and the data need vT. 0.1 by default for gmn-ode on data that have vT, and 0 for others." placeholder:"WEIGHT"`
	Lambda       *float64 `help:"Weight of the constraint term in the loss of models that train with it, in the unit that networks see (--scale), 0.1 by default." placeholder:"WEIGHT"`
	Init         string   `help:"Start from another run, trained or imported: its model with its weights. Model flags that you also give, such as --layers of gmn-ode, change the model; those of a preset do not. By default all weights are random." placeholder:"RUN"`
	InitPartly   bool     `help:"Start from the run of --init even if it has fewer than nine tenths of the model's weights; the others are drawn."`
	FailIfWorse  bool     `help:"End with a failure, exit code 1, if the best weights are worse on the validation samples than the best baseline: rest, constant velocity, or constant acceleration."`
	Log          []string `help:"Also write a log into the run folder for other programs to follow: ${enum}. None by default." enum:"${logs}" placeholder:"FORMAT"`
	Sweep        []string `help:"Train a run with each of these values of a flag, as in lr=1e-3,5e-4 or seed=1,2,3; of several --sweep every combination. The runs have folders of their own within RUN, and as many train at a time as there are processors. None by default." sep:"none" placeholder:"FLAG=VALUE,..."`
	Memory       float64  `help:"Gigabytes that training may take; 0 for what is free." placeholder:"GB" default:"0"`
	NoExamples   bool     `name:"no-examples" help:"Keep no training inputs in the run, and so none in its exported files. By default a run keeps up to three, in 16 kB at most: files are checked on them, and give them to their users as examples."`
	Resume       bool     `help:"Go on with the run in the folder, to the same bits as if it had never stopped."`
	overwriting
	shareFlags

	reverseByPreset bool
	args            []string
	automatic       bool            // the data choose the model
	chosen          string          // what the data chose, and why
	given           map[string]bool // the flags that the call itself has
	variants        []variant       // of --sweep
	written         *law.Written    // of --law
	source          *run.Run        // of --init, once it is read
	replaced        *run.Replacement
	findings        []checks.Note
}

// trainingFlags is run.Options without its Validate, which kong would call while words still
// stand for "".
type trainingFlags run.Options

// AfterApply refuses options that are impossible, have no effect, or exclude each other. It
// also parses the commands of a sweep.
func (c *trainCommand) AfterApply(parsed *kong.Context) (err error) {
	if c.Force && c.Resume {
		return errors.New("--force replaces a run by a new one: it does not go with --resume")
	}
	c.readGiven(parsed)
	c.args = parsed.Args
	if err := cmp.Or(c.checkSweep(), c.checkGiven(), c.checkOptions()); err != nil {
		return err
	}
	if c.swept() {
		c.variants, err = c.vary(parsed.Args)
	}
	return err
}

// readGiven records which flags the call has, and drops options of a preset that do not fit
// them.
func (c *trainCommand) readGiven(parsed *kong.Context) {
	c.given = map[string]bool{}
	byPreset := map[string]bool{}
	for _, given := range parsed.Path {
		switch {
		case given.Flag == nil:
		case given.Resolved:
			byPreset[given.Flag.Name] = true
		default:
			c.given[given.Flag.Name] = true
		}
	}
	c.reverseByPreset = byPreset["reverse"]
	c.yieldPreset(byPreset)
}

func (c *trainCommand) Run(ctx context.Context, t *terminal) error {
	if c.Forces != config.NoForces {
		defer collectEarly()() // constants alone take little memory, and much of it is soon garbage
	}
	if err := errors.Join(c.readLaw(), c.readSource(t.ranks)); err != nil {
		return err
	}
	if err := checkMemory(c.model(), c.free()); err != nil {
		return err
	}
	if !c.Resume && !c.swept() {
		if err := c.vacantRun(c.Output); err != nil {
			return err
		}
	}
	data, info, err := train.ReadData(c.Data, t.ranks, c.eachReads())
	if err != nil {
		return err
	}
	if c.NoExamples {
		info.Examples = nil
	}
	if c.automatic {
		if c, err = c.chosenFor(ctx, data); err != nil {
			return err
		}
	}
	return c.trainOn(ctx, t, data, info)
}

// trainOn trains on data that were read.
func (c *trainCommand) trainOn(ctx context.Context, t *terminal, data *datasets.Data, info *run.DataInfo) error {
	if err := c.checkLaw(data.About); err != nil {
		return err
	}
	if err := c.checkEdges(data); err != nil {
		return fmt.Errorf("%s: %w", c.Data, err)
	}
	if err := errors.Join(c.checkIntegrator(data), c.checkGravity(data)); err != nil {
		return fmt.Errorf("%s: %w", c.Data, err)
	}
	if c.swept() {
		return c.sweep(ctx, t, data, info)
	}
	job, err := c.job(data, info, t.ranks)
	if err != nil {
		return err
	}
	c.examine(t, job)
	c.printPreset(t, *job.Config.Training, data)
	trained, err := c.watched(ctx, t, job)
	if err != nil {
		return stopped(err, c.left())
	}
	return c.printEnd(t, job.Store, trained, data)
}

// checkEdges returns an error if edges take more bytes than are free: those of a batch of every
// training at the same time, or of one sample that is validated or tested.
func (c *trainCommand) checkEdges(data *datasets.Data) error {
	together := c.Training.Batch
	if c.swept() {
		together *= min(goruntime.GOMAXPROCS(0), c.sweepSize())
	}
	for _, samples := range [][]system.Sample{data.Valid, data.Test} {
		if err := checkEdges(samples, 1, c.free()); err != nil {
			return err
		}
	}
	return checkEdges(data.Train, together, c.free())
}

// left says what is left after an interrupt.
func (c *trainCommand) left() string {
	if c.replaced != nil && c.replaced.Pending() {
		return fmt.Sprintf("no epoch was completed, and %s still has its previous run", c.Output)
	}
	return fmt.Sprintf("the epochs done are saved in %s; continue with the same command and --resume", c.Output)
}

// checkIntegrator refuses an integrator that was given if the model for the data would have
// another.
func (c *trainCommand) checkIntegrator(data *datasets.Data) error {
	model := run.ModelFor(c.model(), data)
	switch {
	case !c.given["integrator"] || chosen(c.Integrator, "euler") == model.Integrator:
		return nil
	case model.Jointed():
		return fmt.Errorf("--integrator %s does not go with rigid bodies on joints, which have steps of their own: leave it out", c.Integrator)
	default:
		return fmt.Errorf("--integrator %s does not move what %s say: leave it out, or give %s or %s", c.Integrator, strings.Join(model.Fields, ", "), config.RungeKutta4, config.Midpoint)
	}
}

// checkGravity refuses gravity in another unit than the motions, if the model uses it.
func (c *trainCommand) checkGravity(data *datasets.Data) error {
	model := run.ModelFor(c.model(), data)
	reads := slices.Contains(model.Fields, system.Gravity.Name) || model.Learns(config.LearnedGravity) != nil
	if !reads || c.Resume || c.OtherGravity == "allow" {
		return nil
	}
	if err := checks.CheckGravity(data.Train); err != nil {
		return fmt.Errorf("training samples: %w", err)
	}
	return nil
}

// examine examines the data of a job for violations of the model's assumptions, and prints what it
// finds.
func (c *trainCommand) examine(t *terminal, job train.Job) {
	model := run.ModelFor(job.Config.Model, job.Data)
	c.findings = run.Examine(job.Data, model)
	t.tellFindings(c.findings)
	// Constants alone are fitted to all frames after the epochs, unless there are contacts.
	learns := c.Forces != config.NoForces || len(c.Learn) > 0 && model.Contacting()
	if frames := system.MostFrames(job.Data.Train); frames > 2 && c.Training.Unroll == 0 && learns {
		t.notice("note: training samples have up to %d frames, and training takes only the first two of each: --unroll 1 takes all pairs of successive frames, --unroll N all pieces of N steps", frames)
	}
}

// watched trains or resumes a job, and shows its progress.
func (c *trainCommand) watched(ctx context.Context, t *terminal, job train.Job) (*run.Run, error) {
	begin := train.Train
	if c.Resume {
		begin = train.Resume
	}
	watch := newWatch(t, job, c.Log...)
	if t.ranks.Rank() == 0 {
		job.Observer = watch.observer()
	}
	trained, err := begin(ctx, job)
	return trained, errors.Join(err, watch.close())
}

func (c *trainCommand) job(data *datasets.Data, info *run.DataInfo, ranks runtime.Ranks) (train.Job, error) {
	if err := c.readSource(ranks); err != nil {
		return train.Job{}, err
	}
	options := c.options()
	if c.reverseByPreset && train.Reversible(data.Train) != nil {
		options.Reverse = false
	}
	if c.Velocity == nil {
		options.Velocity = train.DefaultVelocity(c.model().Model, data)
	}
	store, err := c.store()
	if err != nil {
		return train.Job{}, err
	}
	job := train.Job{Store: run.Shared(store, ranks), Data: data, Engine: engines.Trainer(), Ranks: ranks}
	if err := c.startFrom(&job, &options); err != nil {
		return train.Job{}, err
	}
	job.Config = run.Config{Version: run.Version(), Model: c.model(), Training: &options, Data: info}
	return job, nil
}

// store returns the store of the run. With --force the new run replaces the run that is there,
// once it has completed an epoch.
func (c *trainCommand) store() (run.Store, error) {
	folder := run.Folder(c.Output)
	if !c.Force || !run.Started(folder) {
		return folder, nil
	}
	var err error
	c.replaced, err = run.Replace(folder)
	return c.replaced, err
}
