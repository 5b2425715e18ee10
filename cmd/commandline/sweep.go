package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
	"gmnc/train/sweep"
)

// unswept holds the flags of train that a sweep takes once for all runs.
var unswept = []string{"output", "resume", "force", "log", "sweep", "quiet", "json"}

// swept reports whether the flags ask for several runs.
func (c *trainCommand) swept() bool { return len(c.Sweep) > 0 }

// variant is the command of one run of a sweep.
type variant struct {
	command *trainCommand
	setting string // its own flags, except for the seed
}

// checkSweep refuses flags that do not go with several runs, texts that are not a flag and its
// values, and a flag named twice.
func (c *trainCommand) checkSweep() error {
	if c.swept() && c.FailIfWorse {
		return errors.New("--fail-if-worse is for one run: --sweep shows what each came to")
	}
	var names []string
	for _, text := range c.Sweep {
		name, values, found := strings.Cut(text, "=")
		switch {
		case !found || values == "" || slices.Contains(unswept, name):
			return fmt.Errorf("--sweep %s: expected a flag of train other than %s, and its values, as in lr=1e-3,5e-4", text, strings.Join(unswept, ", "))
		case slices.Contains(names, name):
			return fmt.Errorf("--sweep names %s twice: give all of its values at once, as in lr=1e-3,5e-4", name)
		case name == "seed" && c.given["seed"]:
			return errors.New("--sweep seed and --seed exclude each other: name all seeds in --sweep seed=1,2,3")
		}
		names = append(names, name)
	}
	return nil
}

// sweepSize returns the number of runs.
func (c *trainCommand) sweepSize() int {
	size := 1
	for _, text := range c.Sweep {
		size *= 1 + strings.Count(text, ",")
	}
	return size
}

// vary returns the commands of all settings and seeds. Each is the call again, with the flags
// of its run after those of all runs.
func (c *trainCommand) vary(args []string) (all []variant, err error) {
	settings, seeds := [][]string{nil}, []string{strconv.FormatUint(c.Training.Seed, 10)}
	for _, text := range c.Sweep {
		name, values, _ := strings.Cut(text, "=")
		if name == "seed" {
			seeds = strings.Split(values, ",")
			continue
		}
		var longer [][]string
		for _, setting := range settings {
			for value := range strings.SplitSeq(values, ",") {
				longer = append(longer, append(slices.Clone(setting), name+"="+value))
			}
		}
		settings = longer
	}
	folders := map[string]bool{}
	for _, setting := range settings {
		for _, seed := range seeds {
			own := append(slices.Clone(setting), "seed="+seed)
			v := variant{setting: cmp.Or(strings.Join(setting, " "), "all")}
			if v.command, err = c.with(args, own); err != nil {
				return nil, err
			}
			if folders[v.command.Output] {
				return nil, fmt.Errorf("--sweep asks for the run %s twice", filepath.Base(v.command.Output))
			}
			all, folders[v.command.Output] = append(all, v), true
		}
	}
	return all, nil
}

// with returns the command with other values of some flags, and with a folder of its own.
func (c *trainCommand) with(args, own []string) (*trainCommand, error) {
	args = without(args, "--seed", "--sweep")
	for _, setting := range own {
		args = append(args, "--"+setting)
	}
	all := new(commands)
	if _, err := newParser(all, io.Discard, io.Discard, func(int) {}, onlyFirst(args)).Parse(args); err != nil {
		return nil, fmt.Errorf("--sweep: %w%s", err, suggestion(err))
	}
	v := &all.Train
	v.Output = filepath.Join(c.Output, strings.NewReplacer("/", "-", `\`, "-").Replace(strings.Join(own, "_")))
	return v, nil
}

// without returns the arguments without some flags and their values.
func without(args []string, flags ...string) (left []string) {
	skip := false
	for _, arg := range args {
		name, _, joined := strings.Cut(arg, "=")
		switch {
		case skip:
			skip = false
		case slices.Contains(flags, name):
			skip = !joined
		default:
			left = append(left, arg)
		}
	}
	return left
}

// sweep trains all variants and prints their results.
func (c *trainCommand) sweep(ctx context.Context, t *terminal, data *datasets.Data, info *run.DataInfo) error {
	for _, v := range c.variants {
		if err := v.command.readSource(runtime.Alone{}); err != nil {
			return err
		}
	}
	if err := checkMemories(c.variants, c.free()); err != nil {
		return err
	}
	var runs []sweep.Run
	commands := map[string]*trainCommand{}
	for _, v := range c.variants {
		if err := run.Folder(c.Output).Own(filepath.Base(v.command.Output)); err != nil {
			return err
		}
		job, err := v.command.job(data, info, runtime.Alone{})
		if err != nil {
			return err
		}
		if c.Force {
			if err := train.Check(job); err != nil {
				return fmt.Errorf("%s: %w", v.setting, err)
			}
		}
		runs, commands[job.Store.String()] = append(runs, sweep.Run{Setting: v.setting, Job: job}), v.command
	}
	c.examine(t, runs[0].Job)
	printPresets(t, c.variants, runs, data)
	watch := newSweepWatch(t, runs)
	defer watch.progress.clear()
	begin := func(ctx context.Context, job train.Job) (*run.Run, error) {
		return commands[job.Store.String()].once(ctx, watch, job)
	}
	open := func(trained *run.Run, data *datasets.Data) (predict.Predictor, error) {
		predictor, _, err := artifact.FromRun(trained).OpenFor(data, "auto")
		return predictor, err
	}
	outcomes, err := sweep.Train(ctx, runs, t.ranks, begin, open, watch.done)
	if err != nil {
		return stopped(err, fmt.Sprintf("the epochs done are saved in %s; continue with the same command and --resume", c.Output))
	}
	watch.progress.clear()
	if t.ranks.Rank() > 0 {
		return nil
	}
	return c.printOutcomes(t, outcomes)
}

// once trains or resumes one run of a sweep.
func (c *trainCommand) once(ctx context.Context, watch *sweepWatch, job train.Job) (*run.Run, error) {
	begin := train.Train
	if c.Resume && run.Started(job.Store) {
		begin = train.Resume
	}
	kept := &recorder{job: job, formats: c.Log, notice: watch.notice}
	job.Observer.Epoch = func(rows []run.Epoch) error {
		watch.epoch(job.Store.String(), len(rows))
		return kept.epoch(rows)
	}
	trained, err := begin(ctx, job)
	return trained, errors.Join(err, kept.close())
}

// sweepWatch shows the share of all epochs that is done. Its functions may be called
// concurrently.
type sweepWatch struct {
	terminal *terminal
	progress *progress
	lock     sync.Mutex
	all      int            // epochs of all runs
	epochs   map[string]int // done, by run
	runs     int
	ended    int
}

func newSweepWatch(t *terminal, runs []sweep.Run) *sweepWatch {
	w := &sweepWatch{terminal: t, progress: t.progress(), epochs: map[string]int{}, runs: len(runs)}
	for _, r := range runs {
		w.all += r.Job.Config.Training.Epochs
	}
	return w
}

func (w *sweepWatch) epoch(name string, done int) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.epochs[name] = done
	sum := 0
	for _, count := range w.epochs {
		sum += count
	}
	text := fmt.Sprintf("%d/%d runs", w.ended, w.runs)
	w.progress.show(float64(sum)/float64(w.all), item{text, text})
}

func (w *sweepWatch) notice(text string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.progress.clear()
	w.terminal.notice("%s", text)
}

// done prints the result of a run that has ended.
func (w *sweepWatch) done(o sweep.Outcome) {
	w.lock.Lock()
	w.ended++
	w.lock.Unlock()
	name := filepath.Base(o.Job.Store.String())
	if o.Failed != nil {
		w.notice(fmt.Sprintf("%s: %v", name, o.Failed))
	} else {
		w.notice(fmt.Sprintf("%s: %s", name, o.Trained.Best()))
	}
}
