package deploy

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"gmnc/datasets"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/train"
)

// Inspect describes an exported file, a run folder or a data set; of a
// model it can show the graph, too.
func Inspect(w io.Writer, path string, graph bool) error {
	if filepath.Ext(path) == ".npz" {
		return inspectData(w, path)
	}
	model, err := read(path)
	if err != nil {
		return err
	}
	describeRun(w, path, model.run)
	if model.file != nil {
		file, err := export.Decode(model.file)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "  file        %d nodes, %d bytes, opset %d, written by gmnc %s\n",
			file.Nodes, len(model.file), file.Opset, file.Version)
	}
	for _, key := range slices.Sorted(maps.Keys(model.run.Metrics)) {
		fmt.Fprintf(w, "  %-11s %s\n", key, model.run.Metrics[key])
	}
	if graph {
		fmt.Fprintf(w, "\n%s", ir.Print(model.run.Model.Module))
	}
	return nil
}

func describeRun(w io.Writer, path string, run *train.Run) {
	config := run.Config.Model
	fmt.Fprintf(w, "%s: %s (%s form), %d layers, width %d, %d weights\n",
		path, config.Model, config.Form, config.Layers, config.Hidden, run.Model.Count())
	if options := run.Config.Training; options != nil {
		fmt.Fprintf(w, "  training    %d epochs, batch %d, learning rate %g, weight decay %g, seed %d\n",
			options.Epochs, options.Batch, options.LearningRate, options.WeightDecay, options.Seed)
	}
	if data := run.Config.Data; data != nil {
		fmt.Fprintf(w, "  data        %s (SHA-256 %.12s)\n", data.File, data.SHA256)
	}
	if run.Config.Source != "" {
		fmt.Fprintf(w, "  imported    from %s\n", run.Config.Source)
	}
}

func inspectData(w io.Writer, path string) error {
	data, err := datasets.Read(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s:\n", path)
	for _, split := range []struct {
		name    string
		samples []datasets.Sample
	}{{"train", data.Train}, {"valid", data.Valid}, {"test", data.Test}} {
		if len(split.samples) == 0 {
			continue
		}
		first := split.samples[0]
		fmt.Fprintf(w, "  %-6s %5d samples of %d particles: %d isolated, %d sticks, %d hinges; ", split.name, len(split.samples),
			first.Particles(), first.Particles()-2*len(first.Sticks)-3*len(first.Hinges), len(first.Sticks), len(first.Hinges))
		change, err := targetConstraint(split.samples)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "lengths change by %.1e from input to target\n", change)
	}
	return nil
}

// targetConstraint is the constraint error of the targets themselves: what
// is left where sticks and hinges really are rigid.
func targetConstraint(samples []datasets.Sample) (float64, error) {
	var target []float32
	for _, sample := range samples {
		target = append(target, sample.TargetPosition...)
	}
	errors, err := datasets.ConstraintErrors(samples, target)
	return datasets.Summarize(errors).Mean, err
}
