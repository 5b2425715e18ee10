package pages

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/corpus"
)

// letters writes which build each letter stands for, if there are several.
func (m *markdown) letters(builds []string) {
	if len(builds) < 2 {
		return
	}
	m.printf("\n## Builds\n\nOptions are in the CSV file.\n\n")
	m.line("letter", "build")
	m.line("---", "---")
	for i, build := range builds {
		m.line(letter(i), build)
	}
}

// sources returns lines that say where recorded data came from, and what is known about them,
// each line once.
func (m *markdown) sources() (lines []string) {
	for _, p := range m.Comparisons {
		for _, measured := range p.Measured {
			r := measured.Result
			if r == nil {
				continue
			}
			texts := []string{r.Source, r.Note}
			if p.Column.Sought != nil {
				texts = texts[:1] // the part on laws shows the note
			}
			for _, text := range texts {
				line := fmt.Sprintf("| %s | %s |\n", p.Column.System, text)
				if strings.Contains(text, corpus.Reconstructed) {
					line = "| reconstructed MD17" + line[1:]
				}
				if text != "" && !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

// reasons writes why cells are blank: a table for each reason, with a line for each model and
// training size.
func (m *markdown) reasons() {
	var order []string
	lines := map[string][]string{} // by reason
	for _, row := range m.Rows {
		for _, size := range m.sizes() {
			systems := map[string][]string{} // by reason
			for _, p := range m.Comparisons {
				if p.Row.Name != row.Name || p.Column.TrainSize != size {
					continue
				}
				for _, reason := range p.blanks() {
					if !slices.Contains(order, reason) {
						order = append(order, reason)
					}
					systems[reason] = append(systems[reason], p.Column.System+p.blankSeeds(reason))
				}
			}
			for reason, names := range systems {
				lines[reason] = append(lines[reason], fmt.Sprintf("| %s | %d | %s |\n", row.Name, size, strings.Join(names, "; ")))
			}
		}
	}
	if order != nil {
		m.printf("\n## Blank\n")
	}
	for _, reason := range order {
		m.printf("\n| model | samples | %s |\n| --- | ---: | --- |\n%s", reason, strings.Join(lines[reason], ""))
	}
}
