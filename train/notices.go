package train

import (
	"fmt"

	"gmnc/builder"
	"gmnc/run"
	"gmnc/system"
)

// notices are what a user should know about the data before training: samples
// that no epoch sees, and objects that change their lengths though the
// model, or its loss, holds them rigid.
func notices(samples []system.Sample, model string, options run.Options) (texts []string) {
	if left := len(samples) % options.Batch; left > 0 && !options.KeepLast {
		texts = append(texts, fmt.Sprintf("note: each epoch leaves out %d of %d training samples, drawn anew, as batches have %d",
			left, len(samples), options.Batch))
	}
	if d := builder.Describe(model); !d.Rigid && !d.ConstraintTerm {
		return texts
	}
	for _, kind := range system.ObjectKinds() {
		lengths := system.MeasureLengths(samples, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
		if lengths.Count > 0 && !lengths.Rigid() {
			texts = append(texts, fmt.Sprintf("note: the %s of the data are not rigid: their lengths of %.3g change by %.2g on average, at most by %.2g, and %s holds them as they are",
				kind.Plural, lengths.Mean, lengths.MeanChange, lengths.LargestChange, model))
		}
	}
	return texts
}

// notice passes a sentence on to who watches.
func (t *training) notice(text string) {
	if t.job.Observer.Notice != nil {
		t.job.Observer.Notice(text)
	}
}

// tellNotices passes on what there is to know before the first epoch.
func (t *training) tellNotices() {
	if _, why := run.ScaleFor(t.options.Scale, t.job.Config.Model, t.job.Data); why != "" && t.job.From == nil {
		t.notice(why)
	}
	for _, text := range run.FieldNotes(t.job.Config.Model, t.job.Data) {
		t.notice("note: " + text)
	}
	for _, text := range notices(t.samples, t.job.Config.Model.Model, t.options) {
		t.notice(text)
	}
}
