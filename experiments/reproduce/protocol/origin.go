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

// Unrecorded stands for the build of cells from before tables recorded it.
const Unrecorded = "not recorded"

// graphs caches the digests of graphs, by model.
var graphs sync.Map

// GraphOf returns the digest of a model's graph, or "" for one that cannot be built. The cost
// of that model, which is computed next, then reports why.
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

// Options returns the options of a cell as JSON, as its line of a CSV file has them.
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

// OptionsOf returns the options of a model and its training as JSON.
func OptionsOf(model config.Config, training run.Options) string {
	return textOf(struct {
		Model    config.Config `json:"model"`
		Training run.Options   `json:"training"`
	}{model, training})
}

func textOf(content any) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // plain structs always have JSON
	}
	return string(text)
}

// Describe returns the options of a result.
func (r *Result) Describe() string {
	if r.Options != "" || r.Version == Unrecorded {
		return r.Options
	}
	return r.Cell.Options()
}

// TrainingKey identifies a training and names its run folder.
type TrainingKey struct {
	Model   config.Config  `json:"model"`
	Options run.Options    `json:"training"`
	Data    corpus.DataSet `json:"data"`
	Graph   string         `json:"graph"`
	Curve   bool           `json:"curve,omitempty"`
	Fitted  bool           `json:"fitted,omitempty"`
	// Core holds the steps by which the core of the law is chosen, and is zero for a law
	// without a core.
	Core FinerSteps `json:"core,omitzero"`
}

// TrainingKey returns the key of what a cell trains. Cells with the same key share a training.
func (c Cell) TrainingKey() TrainingKey {
	t := TrainingKey{Model: c.Model, Options: c.Training, Data: c.Data, Graph: c.Graph, Curve: c.Curve, Fitted: c.Fitted}
	if c.Cored {
		t.Core = cmp.Or(c.Finer, FinerSteps{c.Model.Layers, c.Model.Integrator}) // the same steps as in the test
	}
	return t
}
