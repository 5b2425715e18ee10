package commandline

import (
	"cmp"
	"fmt"
	"strconv"
	"text/tabwriter"

	"gmnc/artifact"
)

type diffCommand struct {
	A string `arg:"" help:"Exported file or run folder."`
	B string `arg:"" help:"Another one."`
}

func (c *diffCommand) Run(t *terminal) error {
	var models []*artifact.Model
	for _, path := range []string{c.A, c.B} {
		model, err := artifact.Load(path)
		if err != nil {
			return err
		}
		models = append(models, model)
	}
	differences, err := artifact.Diff(models[0], models[1])
	if err != nil {
		return err
	}
	if len(differences) == 0 {
		t.printf("%s and %s do not differ\n", c.A, c.B)
		return nil
	}
	if t.json != nil {
		for _, difference := range differences {
			t.report("difference", difference, "")
		}
		return nil
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\t%s\t%s\n", c.A, c.B)
	for _, difference := range differences {
		a, b := difference.A, difference.B
		if shortA, shortB := rounded(a), rounded(b); shortA != shortB {
			a, b = shortA, shortB
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", difference.What, cmp.Or(a, "-"), cmp.Or(b, "-"))
	}
	return table.Flush()
}

// rounded is a number with six digits, and any other text as it is.
func rounded(text string) string {
	value, err := strconv.ParseFloat(text, 64)
	if _, whole := strconv.Atoi(text); err != nil || whole == nil {
		return text // a seed or a count among them
	}
	return strconv.FormatFloat(value, 'g', 6, 64)
}
