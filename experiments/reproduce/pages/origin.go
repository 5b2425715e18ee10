package pages

import (
	"slices"
	"strings"
)

// build returns the version and commit of gmnc that made a measurement, or "" for an average or
// a blank.
func (m Measured) build() string {
	if m.Result == nil {
		return ""
	}
	return m.Result.Version
}

// builds returns the builds that made the cells of a table, each once, in alphabetical order.
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

// marks returns the letters of the builds that made a place, or "" if one build made the whole
// table.
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

// letter returns the letter of a build: a to z, then aa and so on.
func letter(number int) string {
	single := string(rune('a' + number%26))
	if number < 26 {
		return single
	}
	return letter(number/26-1) + single
}
