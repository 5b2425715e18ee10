package artifact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/units"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// Inspect prints the description of the model under the given name, and its graph if asked. A
// model that this program lacks is described except for its graph.
func (m *Model) Inspect(w io.Writer, name string, graph bool) error {
	d, err := m.Describe(name)
	if err != nil {
		return err
	}
	trained, unknown := m.Run()
	if unknown != nil {
		trained = m.run
	}
	m.printRun(w, d, trained)
	if unknown != nil {
		Line(w, "model", "%v", unknown)
	}
	if m.file != nil {
		m.printFile(w, d)
	}
	if graph && unknown == nil {
		fmt.Fprintf(w, "\n%s", ir.Print(trained.Model.Module))
	}
	return nil
}

// printRun prints the part of a description that is of a run, or of a file of it. A file in joint
// coordinates says nothing of particles.
func (m *Model) printRun(w io.Writer, d *Description, trained *run.Run) {
	printModel(w, d, trained)
	printSystems(w, d.Model, m.joints)
	printTraining(w, trained, m.joints)
	if d.Data != nil {
		Line(w, "data", "%s (SHA-256 %.12s)", d.Data.File, d.Data.SHA256)
		describeUnits(w, d.Model, trained.Config.Data, m.joints)
	}
	if trained.Config.Source != "" {
		Line(w, "imported", "from %s", trained.Config.Source)
	}
	if best := trained.Best(); best != "" {
		Line(w, "validated", "%s", best)
	}
	if d.Fit != "" {
		Line(w, "fit", "%s", d.Fit)
	}
	if trained.Unfinished() {
		Line(w, "unfinished", "the fit of its constants did not come to an end: they have no standard errors; gmnc train --resume continues it")
	}
	for _, caveat := range trained.Caveats() {
		Line(w, "caveat", "%s", caveat)
	}
}

// hasNetworks reports whether a model has networks, or may have some if this program lacks it.
func hasNetworks(trained *run.Run) bool { return trained.Model == nil || trained.Model.HasNetworks() }

// printModel prints the name and the size of a model, its options and its inputs.
func printModel(w io.Writer, d *Description, trained *run.Run) {
	networks := hasNetworks(trained)
	fmt.Fprintf(w, "%s: %s, %s\n", d.Path, d.Model.Model, sizeOf(trained, networks, d.Parameters))
	options := d.Model.Options()
	if !networks { // the first line says this
		options = slices.DeleteFunc(options, func(option string) bool { return option == "forces "+config.NoForces })
	}
	if len(options) > 0 {
		for i, option := range options {
			options[i] = "--" + option
		}
		Line(w, "options", "%s (gmnc train --help=all explains them)", strings.Join(options, ", "))
	}
	if networks {
		Line(w, "inputs", "positions and velocities of particles, %s", run.InputsOf(d.Model))
	}
}

// printSystems prints which systems a model takes.
func printSystems(w io.Writer, c config.Config, joints *Joints) {
	switch {
	case c.Contacting():
		Line(w, "systems", "free particles and rigid bodies, and contact planes that stop them: at most %s in a system, and one with more is refused (a file returns NaN for it); no sticks, hinges and trees", counted(max(1, c.Planes), "plane"))
	case joints != nil: // its columns say this
	case c.Jointed():
		Line(w, "systems", "rigid bodies on joints: all joints of a system together have at most %s, and each of its chains has at most %d bodies from the ground to the last; no sticks and hinges", counted(c.Joints, "axis"), c.Depth-1)
	case c.Depth > 0:
		Line(w, "systems", "may have trees of rigid bars, at most %d bars from root to leaf, %s", c.Depth, takesBodies(c))
	}
}

// printTraining prints what the networks of a model see, what it predicts, and how it was trained.
func printTraining(w io.Writer, trained *run.Run, joints *Joints) {
	c := trained.Config.Model
	if hasNetworks(trained) {
		Line(w, "scale", "%s", scaleOf(c, trained.Config.Training))
	}
	if c.Runs > 0 {
		Line(w, "runs", "%d side by side: predictions are their mean, in which bars change their lengths, with their spread", c.Runs)
	}
	if r := c.Radius; r != nil {
		Line(w, "radius", "the true position lies within it with a probability of %g, on systems like those that calibrated it", r.Level)
	}
	if joints == nil {
		Line(w, "velocity", "predicted: %s", predictedVelocity(trained))
	}
	if options := trained.Config.Training; options != nil {
		describeTraining(w, options)
	}
}

// sizeOf describes the size of a model: its layers, or the steps in which a law of motion is
// integrated, and its learned parameters.
func sizeOf(trained *run.Run, networks bool, parameters int) string {
	c := trained.Config.Model
	var parts []string
	if !config.Known(c.Model) || c.Describe().TwoForms {
		parts = append(parts, fmt.Sprintf("%s form", c.Form))
	}
	if c.Describe().Law {
		parts = append(parts, fmt.Sprintf("equations of motion, integrated in %d steps for each prediction", c.Layers))
	} else {
		parts = append(parts, fmt.Sprintf("layers: %d", c.Layers))
	}
	learned := fmt.Sprintf("learned parameters: %d", parameters)
	switch {
	case networks:
		parts = append(parts, fmt.Sprintf("networks of width %d", c.Hidden))
	case parameters == 0:
		learned += " (equations only)"
	default:
		var constants []string
		for _, param := range trained.Model.Params {
			name := strings.ReplaceAll(strings.TrimPrefix(param.Name, "constants/"), "/", " ")
			constants = append(constants, fmt.Sprintf("%d of %s", param.Rows*param.Columns, name))
		}
		learned += fmt.Sprintf(" (constants of the equations: %s; no network)", strings.Join(constants, ", "))
	}
	return strings.Join(append(parts, learned), ", ")
}

// scaleOf says in which units networks see lengths, and how that was chosen if it is known.
// options may be nil.
func scaleOf(c config.Config, options *run.Options) string {
	switch {
	case config.Cartesian(c.Integrator):
		return fmt.Sprintf("networks see lengths divided by %.4g, a typical distance in the training data", cmp.Or(c.Length, 1))
	case options == nil || options.Scale == "":
		return c.Scale.String()
	}
	return fmt.Sprintf("%s (chosen by --scale %s; inputs and outputs of the model are in the data's units)", c.Scale, options.Scale)
}

// describeUnits describes the known units of the data, and the ranges of the model's inputs in
// them. A file in joint coordinates has those of its joints alone.
func describeUnits(w io.Writer, config config.Config, data *run.DataInfo, joints *Joints) {
	var known []string
	for _, unit := range []struct{ of, text string }{
		{"length", data.LengthUnit}, {"velocity", data.VelocityUnit}, {"prediction interval", wholeInterval(data.Interval)},
	} {
		if unit.text != "" {
			known = append(known, unit.of+": "+unit.text)
		}
	}
	if known != nil {
		Line(w, "units", "%s", strings.Join(known, ", "))
	}
	if joints != nil {
		describeJointRanges(w, joints.Ranges, data, joints.Driven())
		return
	}
	if data.Ranges != nil {
		Line(w, "ranges", "of the training inputs in these units, as minimum to maximum (without 1 %% of the samples at either end, one at least); of vectors their lengths. The model was not trained on others")
		for _, text := range data.Ranges.Of(config.Takes).Lines() {
			Line(w, "range", "%s%s", text, overLargest(text, data.Ranges.Fields))
		}
		if text := data.Ranges.None(); text != "" {
			Line(w, "range", "%s", text)
		}
	}
	describeJointRanges(w, data.Joints, data, false)
	if text, err := json.Marshal(data.Examples); err == nil && len(data.Examples) > 0 {
		var sizes []string
		for _, example := range data.Examples {
			sizes = append(sizes, fmt.Sprint(example.Particles()))
		}
		Line(w, "examples", "%d true training inputs, of %s particles, are in the metadata %s, %d bytes (gmnc train and gmnc export leave them out with --no-examples)",
			len(sizes), strings.Join(sizes, ", "), ExamplesKey, len(text))
	}
}

// overLargest says by which number the feature z divides an atomic number. This is the largest
// number in the training data, which is the largest z_receiver.
func overLargest(text string, fields []system.FieldRange) string {
	for _, known := range fields {
		if known.Column == "z_receiver" && strings.HasPrefix(text, "z ") {
			return fmt.Sprintf(" (the atomic number over %g)", known.Most)
		}
	}
	return ""
}

// wholeInterval returns "1500 fs (3000 frames of 0.5 fs)" for "3000 frames of 0.5 fs", and
// other intervals unchanged.
func wholeInterval(interval string) string {
	frames, of, _ := units.CutNumber(interval)
	each, isOfFrames := strings.CutPrefix(of, "frames of ")
	length, unit, ok := units.CutNumber(each)
	if !isOfFrames || !ok {
		return interval
	}
	return fmt.Sprintf("%.6g %s (%s)", frames*length, unit, interval)
}

// printFile prints the part of a description that is of a file.
func (m *Model) printFile(w io.Writer, d *Description) {
	file := d.File
	Line(w, "file", "nodes: %d, bytes: %d, opset: %d, written by %s", file.Nodes, file.Bytes, file.Opset, file.Maker)
	for _, input := range file.Inputs {
		Line(w, "input", "%s", input.text)
	}
	for _, output := range file.Outputs {
		Line(w, "output", "%s", output.text)
	}
	if j := m.joints; j != nil {
		Line(w, JointsKey, "the columns of q, rate and torque: %s", j)
		for _, point := range j.Points {
			Line(w, "point", "%s, of the link of %s", point.Name, point.Link)
		}
	}
	if t := m.inside; t != nil && m.joints == nil {
		Line(w, TopologyKey, "written into the file, which takes no other: %s", t)
	}
	if file.Changed {
		Line(w, "changed", "the file is not the one that gmnc exported and checked: another program rewrote it, or it is damaged")
		return
	}
	if d.Certificate == nil {
		return
	}
	Line(w, "verified", "The lines below were recorded when the file was written; gmnc verify measures again.")
	for _, text := range d.Certificate.Lines(m.Config()) {
		Line(w, "verified", "%s", text)
	}
	for _, text := range d.Certificate.Caveats(m.Config(), m.joints) {
		Line(w, "caveat", "%s", text)
	}
}

// Line writes an indented line with its title in a column.
func Line(w io.Writer, title, format string, args ...any) {
	const column = 9
	if len(title) >= column {
		title += " " // two spaces separate a title from its text, so that terminals wrap the text below itself
	}
	fmt.Fprintf(w, "  %-*s %s\n", column, title, fmt.Sprintf(format, args...))
}

// counted returns a number of planes or axes in words.
func counted(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "axis":
		return fmt.Sprintf("%d axes", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// takesBodies says which rigid bodies a model takes.
func takesBodies(c config.Config) string {
	switch {
	case c.OnTrees:
	case c.Bodies:
		return "and rigid bodies that no tree holds"
	case config.Cartesian(c.Integrator):
		return "without rigid bodies"
	}
	return "and rigid bodies"
}
