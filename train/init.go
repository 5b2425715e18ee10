package train

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/runtime"
)

// firstWeights returns the first weights: those that the job starts from, and random ones for
// the rest.
func (t *training) firstWeights() (map[string]runtime.Tensor, error) {
	first := run.WithShapes(t.model, t.model.Draw(t.options.Seed))
	if t.job.Init == nil {
		return first, nil
	}
	var drawn []string
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if given, ok := t.job.Init[name]; ok && slices.Equal(given.Shape, first[name].Shape) {
			first[name] = given
		} else {
			drawn = append(drawn, name)
		}
	}
	taken := len(first) - len(drawn)
	text := fmt.Sprintf("%d of the model's %d weights are from %s", taken, len(first), t.options.Init)
	if len(drawn) > 0 {
		text += "; new are " + listed(drawn)
	}
	switch {
	case taken == 0:
		return nil, fmt.Errorf("cannot start from %s: none of its %d weights has name and shape of one of the model's %d: take a run of this model and width, or draw all weights",
			t.options.Init, len(t.job.Init), len(first))
	case float64(taken) < mostlyTaken*float64(len(first)) && !t.job.InitPartly:
		return nil, fields.Errorf("%s: that is another model or other inputs; take a run of this one, or start from these all the same with {init_partly}", text)
	}
	t.notice(text)
	return first, nil
}

// mostlyTaken is the least share of weights that come from another run if it is a run of this
// model.
const mostlyTaken = 0.9

// listed returns the first few names, and how many more there are.
func listed(names []string) string {
	const most = 4
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
