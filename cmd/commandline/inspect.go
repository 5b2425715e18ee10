package commandline

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/ir"
	"gmnc/run"
)

// graphExtension is the extension of files with a graph in its text form.
const graphExtension = ".ir"

type inspectCommand struct {
	Path    string `arg:"" help:"Exported file, run folder, data set, or a graph in its text form (.ir), which is verified."`
	IR      bool   `name:"ir" help:"Show the graph in its text form, too."`
	Diagram bool   `help:"Show the graph as a Mermaid diagram, too."`
}

// Validate refuses an option that would have no effect.
func (c *inspectCommand) Validate() error {
	if !hasExtension(c.Path, ".npz") {
		return nil
	}
	switch {
	case c.IR:
		return fmt.Errorf("--ir needs a model, and %s is a data set", c.Path)
	case c.Diagram:
		return fmt.Errorf("--diagram needs a model, and %s is a data set", c.Path)
	}
	return nil
}

func (c *inspectCommand) Run(t *terminal) error {
	switch {
	case hasExtension(c.Path, ".npz"):
		data, err := datasets.Read(c.Path)
		if err != nil {
			return err
		}
		if err := artifact.InspectData(t.out, c.Path, data); err != nil {
			return err
		}
		for _, finding := range checks.Examine(data, nil) {
			t.report("finding", finding, "  %-9s %s\n", "check", finding)
		}
		return nil
	case hasExtension(c.Path, graphExtension):
		module, err := artifact.LoadGraph(c.Path)
		if err != nil {
			return err
		}
		return artifact.InspectGraph(t.out, c.Path, module, c.IR, c.Diagram)
	}
	model, err := artifact.Load(c.Path)
	if err != nil {
		return fmt.Errorf("%w; a data set is an .npz file, a graph an %s file", err, graphExtension)
	}
	if err := c.describe(t, model); err != nil {
		return err
	}
	trained, err := model.Run()
	switch {
	case err != nil && c.Diagram:
		return err
	case err != nil:
		return nil // of a model that this program lacks
	}
	constants := trained.Constants()
	if len(constants) > 0 && t.json == nil {
		artifact.Line(t.out, "constants", "%s", aboutConstants(constants))
	}
	for _, constant := range constants {
		t.report("constant", constant, "  %-9s %s\n", "constant", constant)
	}
	if c.Diagram {
		_, err = fmt.Fprintf(t.out, "\n%s", ir.Diagram(trained.Model.Module.Main))
	}
	return err
}

// describe prints what a model is, or writes it as an object, and its graph if asked.
func (c *inspectCommand) describe(t *terminal, model *artifact.Model) error {
	if t.json == nil {
		return model.Inspect(t.out, c.Path, c.IR)
	}
	described, err := model.Describe(c.Path)
	if err != nil {
		return err
	}
	t.json.write("description", described)
	if !c.IR {
		return nil
	}
	trained, err := model.Run()
	if err == nil {
		_, err = fmt.Fprintf(t.out, "\n%s", ir.Print(trained.Model.Module))
	}
	return err
}

// aboutConstants describes the learned values, and what the numbers in their names count.
func aboutConstants(constants []run.FoundConstant) string {
	text := "learned values"
	switch {
	case slices.ContainsFunc(constants, func(c run.FoundConstant) bool { return c.Most > 0 }):
		text += "; their errors come from rounding or time steps more than from noise, and have a bound instead of a standard error"
	case slices.ContainsFunc(constants, func(c run.FoundConstant) bool { return c.StandardError > 0 }):
		text += " +- one standard error"
	}
	switch {
	case slices.ContainsFunc(constants, func(c run.FoundConstant) bool { return c.Joint != "" }):
		text += "; they are those of the trained mechanism alone"
	case slices.ContainsFunc(constants, func(c run.FoundConstant) bool { return c.OfBody }):
		text += "; bodies have the numbers of the input bodies, so the model is of the trained mechanism alone"
	case slices.ContainsFunc(constants, func(c run.FoundConstant) bool { return strings.HasPrefix(c.Of, "particle ") }):
		text += "; particles have their numbers in the system, from 0 on, so the model is of the trained system alone"
	}
	return text
}
