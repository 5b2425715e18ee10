package artifact

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gmnc/builder"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/run"
)

// Inspect describes the model, which is called name, and can show its graph,
// too. A model that this program lacks explains itself all the same, except for
// its graph.
func (m *Model) Inspect(w io.Writer, name string, graph bool) error {
	trained, err := m.Run()
	if err == nil {
		describeRun(w, name, trained, trained.Model.Count())
	} else if !builder.Known(m.run.Config.Model.Model) {
		describeRun(w, name, m.run, m.weights())
		Line(w, "model", "%v", err)
	} else {
		return fmt.Errorf("%s: %w", name, err)
	}
	if m.file != nil {
		if err := describeFile(w, m); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if graph && err == nil {
		fmt.Fprintf(w, "\n%s", ir.Print(trained.Model.Module))
	}
	return nil
}

func describeRun(w io.Writer, name string, trained *run.Run, weights int) {
	config := trained.Config.Model
	fmt.Fprintf(w, "%s: %s, %s form, layers: %d, width: %d, weights: %d\n",
		name, config.Model, config.Form, config.Layers, config.Hidden, weights)
	if options := config.Options(); len(options) > 0 {
		Line(w, "options", "%s", strings.Join(options, ", "))
	}
	Line(w, "inputs", "positions and velocities of particles, %s", run.InputsOf(config))
	if config.Depth > 0 {
		Line(w, "trees", "trees of rigid bars, at most %d bars deep, %s", config.Depth, takesBodies(config))
	}
	Line(w, "scale", "%s", config.Scale)
	if config.Runs > 0 {
		Line(w, "runs", "%d side by side: predictions are their mean, in which bars change their lengths, with their spread", config.Runs)
	}
	if r := config.Radius; r != nil {
		Line(w, "radius", "the truth lies within with a probability of %g, on systems like those that calibrated it", r.Level)
	}
	Line(w, "velocity", "returned: %s", ReturnedVelocity(trained))
	if options := trained.Config.Training; options != nil {
		describeTraining(w, options)
	}
	if data := trained.Config.Data; data != nil {
		Line(w, "data", "%s (SHA-256 %.12s)", data.File, data.SHA256)
		describeUnits(w, data)
	}
	if trained.Config.Source != "" {
		Line(w, "imported", "from %s", trained.Config.Source)
	}
	if best := trained.Best(); best != "" {
		Line(w, "weights", "%s", best)
	}
	if fit := trained.Fit(); fit != "" {
		Line(w, "fit", "%s", fit)
	}
	if trained.Unfinished() {
		Line(w, "unfinished", "the fit of its constants did not come to an end: they have no standard errors; gmnc train --resume goes on")
	}
	for _, caveat := range trained.Caveats() {
		Line(w, "caveat", "%s", caveat)
	}
}

// describeUnits says what is known of the data's units.
func describeUnits(w io.Writer, data *run.DataInfo) {
	var known []string
	for _, unit := range []struct{ of, text string }{
		{"length", data.LengthUnit}, {"velocity", data.VelocityUnit}, {"interval", data.Interval},
	} {
		if unit.text != "" {
			known = append(known, unit.of+": "+unit.text)
		}
	}
	if known != nil {
		Line(w, "units", "%s", strings.Join(known, ", "))
	}
	if data.Ranges != nil {
		Line(w, "ranges", "of the training inputs: %s", data.Ranges)
	}
	if text, err := json.Marshal(data.Examples); err == nil && len(data.Examples) > 0 {
		var sizes []string
		for _, example := range data.Examples {
			sizes = append(sizes, fmt.Sprint(example.Particles()))
		}
		Line(w, "examples", "%d true training inputs, of %s particles, in %d bytes (gmnc train and gmnc export leave them out with --no-examples)",
			len(sizes), strings.Join(sizes, ", "), len(text))
	}
}

func describeFile(w io.Writer, model *Model) error {
	file := model.file
	Line(w, "file", "nodes: %d, bytes: %d, opset: %d, written by %s", file.Nodes, len(model.data), file.Opset, file.Maker)
	if err := describeShapes(w, model.data); err != nil {
		return err
	}
	for _, what := range []string{"position", "velocity"} {
		if text, known := file.Metadata[unitsPrefix+what]; known {
			Line(w, what, "units: %s", text)
		}
	}
	if j := model.joints; j != nil {
		Line(w, JointsKey, "the columns of q, rate and torque: %s", j)
		for _, point := range j.Points {
			Line(w, "point", "%s, of the link of %s", point.Name, point.Link)
		}
	}
	if t := model.inside; t != nil {
		Line(w, TopologyKey, "inside, and no other: %s", t)
	}
	if file.Changed {
		Line(w, "changed", "the file is not the one that gmnc exported and checked: another program rewrote it, or it is damaged")
		return nil
	}
	if model.certificate != nil {
		for _, text := range model.certificate.Lines() {
			Line(w, "verified", "%s", text)
		}
	}
	return nil
}

// describeShapes says what the graph of a file takes and returns.
func describeShapes(w io.Writer, data []byte) error {
	model, err := onnx.Read(data)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		title  string
		number onnx.Number
	}{{"takes", onnx.GraphInput}, {"returns", onnx.GraphOutput}} {
		declarations, err := onnx.ReadDeclarations(model.Graph, part.number)
		if err != nil {
			return err
		}
		for _, declaration := range declarations {
			Line(w, part.title, "%s", explained(declaration))
		}
	}
	return nil
}

// explained is a declaration with what the file says of its meaning, which begins with the
// type and the shape.
func explained(d onnx.Declaration) string {
	if _, meaning, found := strings.Cut(d.Doc, "]: "); found {
		return fmt.Sprintf("%s: %s", d, meaning)
	}
	return d.String()
}

// Line writes an indented line with its title in a column.
func Line(w io.Writer, title, format string, args ...any) {
	fmt.Fprintf(w, "  %-9s %s\n", title, fmt.Sprintf(format, args...))
}

// takesBodies says which rigid bodies a model takes.
func takesBodies(config builder.Config) string {
	switch {
	case config.Held:
		return "and rigid bodies"
	case config.Bodies:
		return "and rigid bodies that no tree holds"
	case builder.Cartesian(config.Integrator):
		return "without rigid bodies"
	default:
		return "and rigid bodies"
	}
}
