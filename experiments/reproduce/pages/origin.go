package pages

import (
	"slices"
	"strings"
)

// build is what made a measurement: version and commit of gmnc, "" of an
// average and of a blank.
func (m Measured) build() string {
	if m.Result == nil {
		return ""
	}
	return m.Result.Version
}

// builds are what made the cells of a table, each once, in the order of the
// alphabet.
func (t TableReport) builds() []string {
	var all []string
	for _, p := range t.Comparisons {
		for _, m := range p.Measured {
			if build := m.build(); build != "" && !slices.Contains(all, build) {
				all = append(all, build)
			}
		}
	}
	slices.Sort(all)
	return all
}

// marks are the letters of the builds that made a place, "" where one build
// made the whole table.
func (t TableReport) marks(p Comparison) string {
	builds := t.builds()
	if len(builds) < 2 {
		return ""
	}
	var marks []string
	for i, build := range builds {
		if slices.ContainsFunc(p.Measured, func(m Measured) bool { return m.build() == build }) {
			marks = append(marks, letter(i))
		}
	}
	return strings.Join(marks, ",")
}

// letter is the letter of a build: a to z, then aa and on.
func letter(number int) string {
	single := string(rune('a' + number%26))
	if number < 26 {
		return single
	}
	return letter(number/26-1) + single
}
