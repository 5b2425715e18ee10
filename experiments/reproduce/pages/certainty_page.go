package pages

import (
	"fmt"
	"strings"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// certainty writes a table for the data sets of which models have everything and one for the
// others, with a line for each data set.
func (m *markdown) certainty() {
	m.printf("- A standard error covers the truth if the two are at most %d of it apart. Goal: of all constants that have an error, %g to %g %%. Of a normal distribution it would be 95.4 %%.\n",
		protocol.CoveringErrors, 100*protocol.LeastCovered, 100*protocol.MostCovered)
	m.printf("- All is simulated apart from the models, by equations of its own, with frames %g s apart. Velocities have %d times the noise of positions, in 1/s.\n", corpus.FrameTime, corpus.VelocityNoise)
	m.printf("- Constants without an error are those for which a fit tells none, and what is 0 as far as the recordings tell.\n")
	m.covered("What models have", func(c protocol.Column) bool { return c.Missed == corpus.NothingMissed })
	m.covered("What models lack", func(c protocol.Column) bool { return c.Missed != corpus.NothingMissed })
	m.printf("\nHere a model misses something that is in the recordings, so its constants are off by what it misses. These rows count toward no goal: they say how far errors can be trusted where `gmnc inspect` or a check names a suspect.\n")
	m.notCovered()
}

// notCovered lists the constants whose errors do not cover the truth.
func (m *markdown) notCovered() {
	m.printf("\n## Not covered\n\nThe CSV file has the constants of all data sets.\n\n")
	m.line("data set", "seed", "constant")
	m.line("---", "---:", "---")
	for _, p := range m.Comparisons {
		for _, measured := range p.Measured {
			if measured.Result == nil {
				continue
			}
			for constant := range strings.SplitSeq(measured.Result.Note, protocol.ConstantSeparator) {
				if strings.HasSuffix(constant, protocol.AwayMark+")") {
					m.line(p.Column.System, fmt.Sprint(measured.Seed), constant)
				}
			}
		}
	}
}

// covered writes a line for each data set of a part, and one for all of them.
func (m *markdown) covered(title string, within func(protocol.Column) bool) {
	m.printf("\n## %s\n\n", title)
	m.line("data set", "seeds", "constants with errors", "covered", "%", "farthest, in errors", "without errors")
	m.line("---", "---:", "---:", "---:", "---:", "---:", "---:")
	var all protocol.ErrorCoverage
	sets := 0
	row := func(name string, seeds int, c protocol.ErrorCoverage) {
		share := ""
		if c.WithErrors > 0 {
			share = fmt.Sprintf("%.1f", 100*c.Covered/c.WithErrors)
		}
		m.line(name, fmt.Sprint(seeds), fmt.Sprint(c.WithErrors), fmt.Sprint(c.Covered), share, fmt.Sprintf("%.1f", c.Farthest), fmt.Sprint(c.Without))
	}
	for _, p := range m.Comparisons {
		if p.blank() || !within(p.Column) {
			continue
		}
		own, seeds := p.certain()
		row(m.marked(p.Column.System, p), seeds, own)
		all.Add(own)
		sets += seeds
	}
	row("all", sets, all)
}

// certain returns what all seeds of a place have found.
func (p Comparison) certain() (all protocol.ErrorCoverage, seeds int) {
	for _, m := range p.Measured {
		if m.Errors != nil {
			all.Add(m.Errors.ErrorCoverage)
			seeds++
		}
	}
	return all, seeds
}
