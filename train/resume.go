package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/run"
)

// Resume goes on with the run in the job's store. It yields the same bits as if the training
// had never stopped, if the engine's kernels are the same; if not, the Observer is told. Config
// and data must be the same as at the start, except for the patience and the number of epochs,
// which is at least the number done. A validation after the last of the epochs first asked for
// remains, whatever ValidEvery says. A schedule depends on the number of epochs. With a
// schedule and another number of epochs, the rates to come change, and the run differs from one
// trained for as many epochs from the start. Options.Coarse and Options.Curriculum refuse
// another number, which would take layers or steps away again.
func Resume(ctx context.Context, job Job) (trained *run.Run, err error) {
	if job, err = job.complete(); err != nil {
		return nil, err
	}
	job.shareStore()
	stored, err := run.ReadConfig(job.Store)
	if err != nil {
		return nil, err
	}
	if job, err = job.withPart(); err != nil {
		return nil, err
	}
	if err := job.takeOver(stored); err != nil {
		return nil, err
	}
	release, err := job.Store.Lock()
	if err != nil {
		return nil, err
	}
	defer release()
	state, err := readState(job.Store, job.Config.Training.Decays())
	if err != nil {
		return nil, err
	}
	if epochs := job.Config.Training.Epochs; epochs < state.epoch {
		return nil, fields.Errorf("%s cannot be resumed: it has been trained for %d epochs already: {epochs} is %d or more, not %d",
			job.Store, state.epoch, state.epoch, epochs)
	}
	t, err := newTraining(job, state)
	if err != nil {
		return nil, err
	}
	defer t.closeAfter(&err)
	if err := t.checkStored(ctx); err != nil {
		return nil, err
	}
	t.job.Config.Kernels = stored.Kernels
	if stored.Data != nil {
		t.job.Config.Data = stored.Data // under any name; the weights are sealed to it
	}
	t.job.noteKernels()
	t.job.Config.Version = t.noteBuild(stored.Version)
	if err := run.WriteConfig(job.Store, t.job.Config); err != nil {
		return nil, err
	}
	if err := t.finish(ctx); err != nil {
		return nil, err
	}
	return t.run(ctx)
}

// takeOver gives a job what the stored run measured at its start, and reports any other
// difference of their configurations as an error.
func (j *Job) takeOver(stored run.Config) error {
	model, err := j.model()
	if err != nil {
		return err
	}
	j.Config.Model, j.Config.Training = withScales(model, stored.Model), withCauchy(j.Config.Training, stored.Training)
	if err := sameRun(stored, j.Config); err != nil {
		return fmt.Errorf("%s cannot be resumed: %w", j.Store, err)
	}
	return nil
}

// checkStored takes over the rows of the stored run, and reports an error if its files do not
// belong together.
func (t *training) checkStored(ctx context.Context) error {
	if err := t.restoreRows(); err != nil {
		return err
	}
	if err := t.checkSteps(); err != nil {
		return err
	}
	if err := t.checkBest(); err != nil {
		return fmt.Errorf("%s cannot be resumed: %w", t.job.Store, err)
	}
	return t.checkMeasured(ctx)
}

// noteBuild returns the builds that trained the run so far. If epochs remain and this build is
// another, it adds this one and tells the Observer.
func (t *training) noteBuild(before string) string {
	now := t.job.Config.Version
	if t.state.epoch >= t.options.Epochs || before == now || strings.HasSuffix(before, buildSeparator+now) {
		return before
	}
	if t.job.Observer.Notice != nil {
		t.job.Observer.Notice(fmt.Sprintf("the run %s was trained by gmnc %s and goes on with gmnc %s: what changed between them may change its numbers",
			t.job.Store, before, now))
	}
	return before + buildSeparator + now
}

// buildSeparator separates the builds that trained a run one after the other.
const buildSeparator = ", then "

// withScales returns a model with the units of time and length of a stored run. Earlier builds
// took them from all training samples, even if options asked for a part.
func withScales(model, stored config.Config) config.Config {
	model.Time, model.Length, model.Deflection, model.Scale = stored.Time, stored.Length, stored.Deflection, stored.Scale
	return model
}

// withCauchy returns options with the length of Cauchy's loss at the start of a run. stored is
// nil for a run that was not trained.
func withCauchy(options, stored *run.Options) *run.Options {
	if stored == nil {
		return options
	}
	with := *options
	with.CauchyLength = stored.CauchyLength
	return &with
}

// finish validates the last epoch of a training that was stopped there, if it has no validation
// error because more epochs were planned.
func (t *training) finish(ctx context.Context) error {
	last := t.state.epoch
	if last < t.options.Epochs || !math.IsNaN(t.rows[last-1].Valid) {
		return nil
	}
	var err error
	if t.rows[last-1].Valid, err = t.validate(ctx, last); err != nil {
		return err
	}
	if err := t.save(); err != nil || t.job.Observer.Epoch == nil {
		return err
	}
	return t.job.Observer.Epoch(t.rows)
}

// sameRun reports the differences of a resumed run from the stored one as an error.
func sameRun(stored, given run.Config) error {
	if stored.Training == nil {
		return errors.New("its weights were imported, not trained")
	}
	before, now := *stored.Training, *given.Training
	if before.Loss == run.Cauchy && before.CauchyLength == 0 {
		return fields.Errorf("an earlier build trained it with a {loss} cauchy whose length it did not keep: train in another folder")
	}
	if len(before.Coarse)+len(before.Curriculum) > 0 && before.Epochs != now.Epochs {
		return fields.Errorf("{coarse} and {curriculum} divide the epochs, and it was started with {epochs} %d and not %d: resume with as many as at its start, or train in another folder",
			before.Epochs, now.Epochs)
	}
	before.Epochs, before.Patience = now.Epochs, now.Patience
	if found := append(differences(stored.Model, given.Model), differences(before, now)...); len(found) > 0 {
		return fields.Errorf("it was started with %s: resume with the options of its start, of which {epochs} and {patience} may change, or train in another folder",
			strings.Join(found, ", "))
	}
	if stored.Data != nil && given.Data != nil && stored.Data.SHA256 != given.Data.SHA256 {
		return fmt.Errorf("it was started on other data, a file %s: resume with that, or train in another folder", stored.Data.File)
	}
	if stored.Data != nil && given.Data != nil && len(stored.Data.Examples) > 0 && len(given.Data.Examples) == 0 {
		return fields.Errorf("it keeps %d training inputs, which {no_examples} would leave out: resume without that, or train in another folder", len(stored.Data.Examples))
	}
	return nil
}

// differences lists the fields in which two structs of a type differ, by
// their JSON names: "hidden 64 and not 32".
func differences(before, now any) []string {
	old, new := reflect.ValueOf(before), reflect.ValueOf(now)
	var found []string
	for i := range old.NumField() {
		if x, y := old.Field(i).Interface(), new.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			name, _, _ := strings.Cut(old.Type().Field(i).Tag.Get("json"), ",")
			found = append(found, fmt.Sprintf("%s %v and not %v", name, orNone(x), orNone(y)))
		}
	}
	return found
}

// orNone returns the value of an option, or "none" for an empty string.
func orNone(value any) any {
	if v := reflect.ValueOf(value); v.Kind() == reflect.String && v.Len() == 0 {
		return "none"
	}
	return value
}

// damaged wraps an error of a state that does not fit the model with the name of its file.
func (t *training) damaged(err error) error {
	return fmt.Errorf("%s does not fit the run (train anew in another folder): %w", filepath.Join(t.job.Store.String(), run.StateName), err)
}

// restoreRows takes over the metrics of the epochs that the state covers.
func (t *training) restoreRows() error {
	rows, err := run.ReadMetrics(t.job.Store)
	if err != nil {
		return err
	}
	done := t.state.epoch
	if len(rows) < done {
		return fmt.Errorf("%s has %d rows for %d epochs: a row was lost, train anew in another folder",
			filepath.Join(t.job.Store.String(), run.MetricsName), len(rows), done)
	}
	t.rows = rows[:done]
	if done > 0 {
		t.before = t.rows[done-1].Time
	}
	return nil
}
