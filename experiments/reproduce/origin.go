package reproduce

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"gmnc/builder"
	"gmnc/run"
)

// unrecorded is the build of cells from before tables recorded it.
const unrecorded = "not recorded"

// graphs remembers the digests of graphs, by model.
var graphs sync.Map

// graphOf is the digest of a model's graph, "" of one that cannot be built:
// what it costs is asked next, and reports why.
func graphOf(config builder.Config) string {
	key := digest(config)
	if known, found := graphs.Load(key); found {
		return known.(string)
	}
	model, err := builder.New(config, false)
	if err != nil {
		return ""
	}
	graph := digest(model.Module.String())
	graphs.Store(key, graph)
	return graph
}

// options are the options of a cell as its line of a CSV file has them, JSON.
func (c cell) options() string {
	var content any
	switch {
	case c.Fit != nil:
		content = c.Fit
	case c.Robot != nil:
		content = struct {
			Robot *robotFit `json:"robot"`
		}{c.Robot}
	case c.Regression != "":
		content = struct {
			Regression string `json:"regression"`
		}{c.Regression}
	default:
		return optionsOf(c.Model, c.Training)
	}
	return textOf(content)
}

// optionsOf are the options of a model and its training, JSON.
func optionsOf(model builder.Config, training run.Options) string {
	return textOf(struct {
		Model    builder.Config `json:"model"`
		Training run.Options    `json:"training"`
	}{model, training})
}

func textOf(content any) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // plain structs
	}
	return string(text)
}

// describe gives the options of a result.
func (r *Result) describe() string {
	if r.Options != "" || r.Version == unrecorded {
		return r.Options
	}
	return r.Cell.options()
}

// build is what made a measurement: version and commit of gmnc, "" of an
// average and of a blank.
func (m Measured) build() string {
	if m.Result == nil {
		return ""
	}
	return m.Result.Version
}

// builds are what made the cells of a table, each once, in the order of the
// alphabet.
func (t TableReport) builds() []string {
	var all []string
	for _, p := range t.Places {
		for _, m := range p.Measured {
			if build := m.build(); build != "" && !slices.Contains(all, build) {
				all = append(all, build)
			}
		}
	}
	slices.Sort(all)
	return all
}

// marks are the letters of the builds that made a place, "" where one build
// made the whole table.
func (t TableReport) marks(p Place) string {
	builds := t.builds()
	if len(builds) < 2 {
		return ""
	}
	var marks []string
	for i, build := range builds {
		if slices.ContainsFunc(p.Measured, func(m Measured) bool { return m.build() == build }) {
			marks = append(marks, letter(i))
		}
	}
	return strings.Join(marks, ",")
}

// letter is the letter of a build: a to z, then aa and on.
func letter(number int) string {
	single := string(rune('a' + number%26))
	if number < 26 {
		return single
	}
	return letter(number/26-1) + single
}
