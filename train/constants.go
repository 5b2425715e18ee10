package train

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train/shooting"
)

// parameter is one number of the parameter of a constant or of a law.
type parameter struct {
	name   string
	number int
}

// moving returns the parameters that are fitted: those of the model's constants that are not
// fixed, and those of its law.
func (t *training) moving() (all []parameter) {
	for _, c := range t.model.Config.Learn {
		for i := range c.Start {
			if c.Fixed == nil || c.Fixed[i] == "" {
				all = append(all, parameter{c.Param(), i})
			}
		}
	}
	for i, law := range t.model.Config.Law {
		for _, name := range slices.Sorted(maps.Keys(law.Constants)) {
			all = append(all, parameter{config.LawParam(i, name), 0})
		}
	}
	return all
}

// constantsAlone reports whether the constants of motion and of a law are the model's only
// weights, and the model has no contacts. With contacts the loss would have many minima.
func (t *training) constantsAlone() bool {
	own := map[string]bool{}
	for _, p := range t.moving() {
		own[p.name] = true
	}
	for _, c := range t.model.Config.Learn {
		own[c.Param()] = true
	}
	for _, p := range t.model.Params {
		if !own[p.Name] {
			return false
		}
	}
	return !t.model.Config.Contacting()
}

// vanishing lists the constants whose values may be 0.
var vanishing = []string{config.LearnedDamping, config.LearnedFriction, config.LearnedRotor, config.LearnedStiffness}

// parameters describes the moving parameters for a fit that starts from these weights.
func (t *training) parameters(moving []parameter, weights map[string]runtime.Tensor) (all []shooting.Parameter) {
	for k, at := range valuesOf(moving, weights) {
		one := shooting.Parameter{Name: moving[k].name, Start: at, Rank: len(config.Learnable())}
		for _, c := range t.model.Config.Learn {
			if c.Param() == moving[k].name {
				one.Name, one.Factor, one.Vanishes = c.Title(moving[k].number), c.Positive(), slices.Contains(vanishing, c.Name)
				one.Rank = slices.Index(config.Learnable(), c.Name)
			}
		}
		all = append(all, one)
	}
	return all
}

// fitConstants fits the constants of a model without other weights by package shooting, so that
// it predicts stretches of the recordings best. It finds which of them the recordings
// determine, and their standard errors. If the model has other weights too, there are no
// standard errors, because the constants absorb an unknown part of those weights' errors.
//
// If ctx ends, the run keeps what was found by then and says that it is not finished.
func (t *training) fitConstants(ctx context.Context, best *run.Run) error {
	moving := t.moving()
	if len(t.job.Data.Train) == 0 {
		return nil
	}
	if len(moving) == 0 || !t.constantsAlone() {
		if len(moving) > 0 {
			t.notice(t.withoutErrors())
		}
		best.SetUnfinished(false)
		if err := t.judgeStates(ctx, best); err != nil {
			return err
		}
		return best.WriteWeights(t.job.Store)
	}
	if left := t.leftOut(); left != "" {
		t.notice(left)
	}
	problem := shooting.Problem{
		Samples: t.fitted(), Time: datasets.Time(t.job.Data), Parameters: t.parameters(moving, best.Weights),
		Roll: t.roll(t.eval, t.model.Config, best.Weights, moving), Bodies: t.bodies(moving), Progress: t.job.Observer.Fit,
	}
	for steps, roll := range map[int]*shooting.Roll{2 * t.model.Config.Layers: &problem.Finer, coarseSteps: &problem.Coarse} {
		p, config, err := t.variant(func(c *config.Config) { c.Layers = steps })
		if err != nil {
			return err
		}
		defer p.Close()
		*roll = t.roll(p, config, best.Weights, moving)
	}
	found, err := problem.Run(ctx)
	stopped := err != nil && ctx.Err() != nil
	if err != nil && !stopped {
		return fmt.Errorf("the fit of constants: %w", err)
	}
	at := make([]float64, len(moving))
	for k := range moving {
		at[k] = found.Found[k].At
	}
	if err := t.take(best, withValues(best.Weights, moving, at)); err != nil {
		return err
	}
	if !stopped {
		if err := t.storeUncertainty(best, moving, found); err != nil {
			return err
		}
		if err := t.judge(ctx, best, found, moving); err != nil {
			return err
		}
	}
	best.SetUnfinished(stopped || !found.Ended)
	t.endIn(best)
	if err := best.WriteWeights(t.job.Store); err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	if stopped {
		return context.Cause(ctx)
	}
	return nil
}

// withoutErrors says why constants that are not alone have no standard errors.
func (t *training) withoutErrors() string {
	if t.model.Config.Contacting() {
		return "no standard errors: with contact the loss may have several minima, and corners, edges and faces may slide with different friction, of which one coefficient is a mean"
	}
	return "no standard errors: the constants are learned together with a network, which may take over a part of what they do"
}

// recordings returns the training samples to which constants are fitted. If the model returns
// no true velocity, each sample has only its input and its target.
func (t *training) recordings() []system.Sample {
	samples := slices.Clone(t.job.Data.Train)
	if t.options.Velocity == 0 {
		for i := range samples {
			samples[i].Trajectory, samples[i].TargetVelocity = nil, nil
		}
	}
	return samples
}

// take sets the weights of a run and of the state from which a training resumes. It measures
// them on the validation samples. They count as weights of the last epoch.
func (t *training) take(best *run.Run, weights map[string]runtime.Tensor) error {
	if err := t.trainer.SetParams(weights); err != nil {
		return err
	}
	valid, err := t.measure(context.Background(), t.eval, t.valid) // even after an interrupted fit
	if err != nil {
		return err
	}
	if math.IsNaN(valid.error) || math.IsInf(valid.error, 0) {
		return &NonFiniteError{Epoch: t.state.epoch, Sample: -1, What: "validation error after the fit of constants", Best: t.state.bestEpoch}
	}
	t.state.weights = weights
	t.state.bestValid, t.state.bestEpoch = valid.error, t.state.epoch
	best.Weights, best.Metrics = weights, run.MetricsAt(t.state.epoch, valid.error, valid.constraint, valid.velocity)
	return nil
}

// endIn writes the fitted constants and their validation error into the last row of the run's
// metrics.
func (t *training) endIn(best *run.Run) {
	if len(t.rows) == 0 {
		return
	}
	last := &t.rows[len(t.rows)-1]
	last.Valid, last.Constants = t.state.bestValid, best.Constants()
}

// storeUncertainty stores which constants the recordings determine, and their standard errors.
func (t *training) storeUncertainty(best *run.Run, moving []parameter, found *shooting.Fit) error {
	errors, findings := map[string][]float64{}, map[string][]run.Finding{}
	for _, c := range t.model.Config.Learn {
		errors[c.Param()], findings[c.Param()] = make([]float64, len(c.Start)), make([]run.Finding, len(c.Start))
	}
	for k, p := range moving {
		if errors[p.name] == nil {
			errors[p.name], findings[p.name] = make([]float64, 1), make([]run.Finding, 1)
		}
		one := found.Found[k]
		if errors[p.name][p.number] = one.Deviation; one.Most > 0 {
			errors[p.name][p.number] = 0 // what is left is no noise
		}
		findings[p.name][p.number] = run.Finding{Fixed: one.Fixed, Vanished: one.Vanished, Below: one.Below, Most: one.Most}
	}
	for name := range errors {
		if found.Free && found.Ended {
			best.SetStandardErrors(name, errors[name])
		}
		if err := best.SetFindings(name, findings[name]); err != nil {
			return err
		}
	}
	if !found.Free {
		t.notice("no standard errors: the first states of recordings are known as measured alone, of joints of several axes, and of more than 16 particles")
	}
	var fixed []string
	for k := range moving {
		if text := found.Found[k].Fixed; text != "" && !slices.Contains(fixed, text) {
			fixed = append(fixed, text)
		}
	}
	if fixed != nil {
		t.notice("the data do not determine all constants, and some are fixed: " + strings.Join(fixed, "; "))
	}
	return nil
}
