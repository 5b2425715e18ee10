package artifact

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
)

// DescribeModels lists all models, a line for each: what it guarantees and what it is.
func DescribeModels(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "model\tequivariance\tlengths\twhat it is")
	for _, name := range config.Models() {
		d := config.Describe(name)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, group(d), Lengths(d), d.Summary)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nE(3): predictions are equivariant to rotations, reflections and translations; SE(3): to rotations and translations.\n"+
		"All models are equivariant to the numbering of particles. Lengths are those of sticks, hinge bars, trees and rigid bodies.\n")
	return err
}

// group names the group under which the model is equivariant. If that is neither E(3) nor
// SE(3), it lists the transformations.
func group(d config.Description) string {
	switch d.Symmetry {
	case "rotations, reflections, translations":
		return "E(3)"
	case "rotations, translations":
		return "SE(3)"
	}
	return strings.Replace(Symmetry(d), "nothing", "none", 1)
}

// DefaultModel returns a model of the default size, in its default form.
func DefaultModel(name string) (*graph.Model, error) {
	config := config.DefaultConfig()
	config.Model = name
	return builder.New(config, false)
}

// Symmetry names the transformations under which the model is equivariant. It returns "nothing"
// if there are none.
func Symmetry(d config.Description) string {
	if d.Symmetry == "" {
		return "nothing"
	}
	return d.Symmetry
}

// Lengths says in a word what happens to the lengths of sticks and hinge bars.
func Lengths(d config.Description) string {
	switch {
	case d.Rigid:
		return "exact"
	case d.ConstraintTerm:
		return "penalized"
	}
	return "free"
}
