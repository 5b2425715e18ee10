package deploy

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"gmnc/ir"
	"gmnc/train"
)

// Inspect describes an exported file, a run folder or a data set; of a
// model it can show the graph, too.
func Inspect(w io.Writer, path string, graph bool) error {
	if strings.EqualFold(filepath.Ext(path), ".npz") {
		return inspectData(w, path)
	}
	model, err := read(path)
	if err != nil {
		return fmt.Errorf("%w; a data set is an .npz file", err)
	}
	describeRun(w, path, model.run)
	if model.file != nil {
		describeFile(w, model)
	}
	if graph {
		fmt.Fprintf(w, "\n%s", ir.Print(model.run.Model.Module))
	}
	return nil
}

func describeRun(w io.Writer, path string, run *train.Run) {
	config := run.Config.Model
	fmt.Fprintf(w, "%s: %s, %s form, layers: %d, width: %d, weights: %d\n",
		path, config.Model, config.Form, config.Layers, config.Hidden, run.Model.Count())
	if options := config.Options(); len(options) > 0 {
		line(w, "options", "%s", strings.Join(options, ", "))
	}
	line(w, "inputs", "%s", train.InputsOf(config))
	if options := run.Config.Training; options != nil {
		samples := "all"
		if options.TrainSize > 0 {
			samples = strconv.Itoa(options.TrainSize)
		}
		line(w, "training", "samples: %s, epochs: %d, batch: %d, learning rate: %g, weight decay: %g, seed: %d",
			samples, options.Epochs, options.Batch, options.LearningRate, options.WeightDecay, options.Seed)
		if options.Patience > 0 {
			line(w, "patience", "%d epochs without a lower validation error", options.Patience)
		}
		if options.Lambda > 0 {
			line(w, "lambda", "%g%s", options.Lambda, chosenFrom(options.LambdaFrom))
		}
	}
	if data := run.Config.Data; data != nil {
		line(w, "data", "%s (SHA-256 %.12s)", data.File, data.SHA256)
		describeUnits(w, data)
	}
	if run.Config.Source != "" {
		line(w, "imported", "from %s", run.Config.Source)
	}
	if best := run.Best(); best != "" {
		line(w, "best", "%s", best)
	}
}

// describeUnits says what is known of the data's units.
func describeUnits(w io.Writer, data *train.DataInfo) {
	var known []string
	for _, unit := range []struct{ of, text string }{
		{"length", data.LengthUnit}, {"velocity", data.VelocityUnit}, {"interval", data.Interval},
	} {
		if unit.text != "" {
			known = append(known, unit.of+": "+unit.text)
		}
	}
	if known != nil {
		line(w, "units", "%s", strings.Join(known, ", "))
	}
}

func chosenFrom(lambdas []float64) string {
	if len(lambdas) == 0 {
		return ""
	}
	var texts []string
	for _, lambda := range lambdas {
		texts = append(texts, strconv.FormatFloat(lambda, 'g', -1, 64))
	}
	return ", chosen from " + strings.Join(texts, ", ")
}

func describeFile(w io.Writer, model *source) {
	file := model.file
	line(w, "file", "nodes: %d, bytes: %d, opset: %d, written by gmnc %s", file.Nodes, len(model.data), file.Opset, file.Version)
	for _, what := range []string{"position", "velocity"} {
		line(w, what, "units: %s", file.Metadata[unitsPrefix+what])
	}
	if t := model.inside; t != nil {
		line(w, topologyKey, "inside, and no other: particles: %d, sticks: %d, hinges: %d", t.Particles, len(t.Sticks), len(t.Hinges))
	}
	if file.Changed {
		line(w, "changed", "the graph is not the one that gmnc exported and checked: another program rewrote it, or it is damaged")
		return
	}
	for _, runtime := range strings.Split(file.Metadata[verifiedKey], "; ") {
		line(w, verifiedKey, "%s", runtime)
	}
}

// line writes an indented line with its title in a column.
func line(w io.Writer, title, format string, args ...any) {
	fmt.Fprintf(w, "  %-9s %s\n", title, fmt.Sprintf(format, args...))
}
