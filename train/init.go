package train

import (
	"fmt"
	"slices"

	"gmnc/run"
	"gmnc/runtime"
)

// firstWeights are drawn, except for those that the job starts from.
func (t *training) firstWeights() (map[string]runtime.Tensor, error) {
	first := run.WithShapes(t.model, t.model.Draw(t.options.Seed))
	if t.job.Init == nil {
		return first, nil
	}
	taken := 0
	for name, drawn := range first {
		if given, ok := t.job.Init[name]; ok && slices.Equal(given.Shape, drawn.Shape) {
			first[name] = given
			taken++
		}
	}
	if taken == 0 {
		return nil, fmt.Errorf("cannot start from %s: none of its %d weights has name and shape of one of the model's %d: take a run of this model and width, or draw all weights",
			t.options.Init, len(t.job.Init), len(first))
	}
	if t.job.Observer.Notice != nil {
		t.job.Observer.Notice(fmt.Sprintf("%d of the model's %d weights are those of %s, and the others are drawn", taken, len(first), t.options.Init))
	}
	return first, nil
}
