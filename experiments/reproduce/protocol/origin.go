package protocol

import (
	"cmp"
	"encoding/json"
	"sync"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// Unrecorded is the build of cells from before tables recorded it.
const Unrecorded = "not recorded"

// graphs remembers the digests of graphs, by model.
var graphs sync.Map

// GraphOf is the digest of a model's graph, "" of one that cannot be built:
// what it costs is asked next, and reports why.
func GraphOf(config config.Config) string {
	key := Digest(config)
	if known, found := graphs.Load(key); found {
		return known.(string)
	}
	model, err := builder.New(config, false)
	if err != nil {
		return ""
	}
	graph := Digest(model.Module.String())
	graphs.Store(key, graph)
	return graph
}

// Options are the options of a cell as its line of a CSV file has them, JSON.
func (c Cell) Options() string {
	var content any
	switch {
	case c.Fit != nil:
		content = c.Fit
	case c.Robot != nil:
		content = struct {
			Robot *RobotFit `json:"robot"`
		}{c.Robot}
	case c.Regression != "":
		content = struct {
			Regression string `json:"regression"`
		}{c.Regression}
	default:
		return OptionsOf(c.Model, c.Training)
	}
	return textOf(content)
}

// OptionsOf are the options of a model and its training, JSON.
func OptionsOf(model config.Config, training run.Options) string {
	return textOf(struct {
		Model    config.Config `json:"model"`
		Training run.Options   `json:"training"`
	}{model, training})
}

func textOf(content any) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // plain structs
	}
	return string(text)
}

// Describe gives the options of a result.
func (r *Result) Describe() string {
	if r.Options != "" || r.Version == Unrecorded {
		return r.Options
	}
	return r.Cell.Options()
}

// TrainingKey is what a run folder is named by.
type TrainingKey struct {
	Model   config.Config  `json:"model"`
	Options run.Options    `json:"training"`
	Data    corpus.DataSet `json:"data"`
	Graph   string         `json:"graph"`
	Curve   bool           `json:"curve,omitempty"`
	Fitted  bool           `json:"fitted,omitempty"`
	// Core are the steps by which the core of the law is chosen, zero of a law without.
	Core FinerSteps `json:"core,omitzero"`
}

// TrainingKey is what a cell trains: cells with the same key share a training.
func (c Cell) TrainingKey() TrainingKey {
	t := TrainingKey{Model: c.Model, Options: c.Training, Data: c.Data, Graph: c.Graph, Curve: c.Curve, Fitted: c.Fitted}
	if c.Cored {
		t.Core = cmp.Or(c.Finer, FinerSteps{c.Model.Layers, c.Model.Integrator}) // as the test takes
	}
	return t
}
