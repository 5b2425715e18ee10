package artifact

import (
	"fmt"
	"io"
	"text/tabwriter"

	"gmnc/builder"
)

// DescribeModels lists all models, a line each: how many weights each has at
// its default size and what it guarantees.
func DescribeModels(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "model\tweights\tpredictions turn with\tlengths\twhat it is")
	for _, name := range builder.Models() {
		model, err := DefaultModel(name)
		if err != nil {
			return err
		}
		d := builder.Describe(name)
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", name, model.Count(), Symmetry(d), Lengths(d), d.Summary)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	config := builder.DefaultConfig()
	_, err := fmt.Fprintf(w, "\nWeights are for %d layers of width %d; lengths are of sticks, hinge bars, trees and rigid bodies.\n"+
		"All models renumber with their particles.\n", config.Layers, config.Hidden)
	return err
}

// DefaultModel is a model of the default size, in its default form.
func DefaultModel(name string) (*builder.Model, error) {
	config := builder.DefaultConfig()
	config.Model = name
	return builder.New(config, false)
}

// Symmetry says in words under what predictions turn as inputs do.
func Symmetry(d builder.Description) string {
	if d.Symmetry == "" {
		return "nothing"
	}
	return d.Symmetry
}

// Lengths says in a word what becomes of the lengths of sticks and hinge bars.
func Lengths(d builder.Description) string {
	switch {
	case d.Rigid:
		return "exact"
	case d.ConstraintTerm:
		return "penalised"
	}
	return "free"
}
