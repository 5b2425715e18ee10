package commandline

import (
	"cmp"
	"fmt"
	"strconv"

	"gmnc/artifact"
)

type diffCommand struct {
	A string `arg:"" name:"model" help:"Exported file or run folder."`
	B string `arg:"" name:"other-model" help:"Exported file or run folder that it is compared with."`
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
	t.printf("a: %s\nb: %s\n", c.A, c.B)
	var rows [][]string
	long := ""
	for _, difference := range differences {
		a, b := difference.A, difference.B
		if shortA, shortB := rounded(a), rounded(b); shortA != shortB {
			a, b = shortA, shortB
		}
		row := []string{difference.What, cmp.Or(a, none), cmp.Or(b, none)}
		if inTable(row, t.width) {
			rows = append(rows, row)
		} else {
			long += fmt.Sprintf("%s%s\n%[1]s%[1]sa: %[3]s\n%[1]s%[1]sb: %[4]s\n", indent, row[0], row[1], row[2])
		}
	}
	if rows != nil {
		t.tables(sized([]string{"difference", "a", "b"}, rows, 0, 1, 2), rows)
	}
	t.printf("%s", long)
	return nil
}

// inTable reports whether a difference fits into a table of a width: each of its two values has
// room for valueWidth letters, and its name for the rest. A difference that does not fit is
// written below the table.
func inTable(row []string, width int) bool {
	const valueWidth = 14
	nameWidth := width - len(indent) - 2*(len(between)+valueWidth)
	return letters(row[0]) <= nameWidth && letters(row[1]) <= valueWidth && letters(row[2]) <= valueWidth
}

// rounded returns a number with six digits, and any other text as it is.
func rounded(text string) string {
	value, err := strconv.ParseFloat(text, 64)
	if _, whole := strconv.Atoi(text); err != nil || whole == nil {
		return text // a seed or a count among them
	}
	return strconv.FormatFloat(value, 'g', 6, 64)
}
