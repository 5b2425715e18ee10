package train

import (
	"fmt"

	"gmnc/run"
	"gmnc/system"
)

// notices returns what a user should know before training: how many samples each epoch leaves
// out.
func notices(samples []system.Sample, options run.Options) (texts []string) {
	if left := len(samples) % options.Batch; left > 0 && !options.KeepLast {
		texts = append(texts, fmt.Sprintf("note: each epoch leaves out %d of %d training samples, drawn anew, as batches have %d",
			left, len(samples), options.Batch))
	}
	return texts
}

// notice passes a message on to the Observer.
func (t *training) notice(text string) {
	if t.job.Observer.Notice != nil {
		t.job.Observer.Notice(text)
	}
}

// sendNotices passes on all notices that are due before the first epoch.
func (t *training) sendNotices() {
	if scale, why := run.ScaleFor(t.options.Scale, t.job.Config.Model, t.job.Data); !scale.None() && t.job.From == nil {
		t.notice(why)
	}
	for _, text := range run.AbsentNotes(t.job.Config.Model, t.job.Data) {
		t.notice("note: " + text)
	}
	for _, text := range run.ConstantNotes(t.job.Config.Model, t.job.Data) {
		t.notice("note: " + text)
	}
	for _, text := range notices(t.samples, t.options) {
		t.notice(text)
	}
}
