package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/experiments/reproduce/protocol"
)

// knowing writes a line for each place, with the goals that it misses.
func (m *markdown) knowing() {
	m.printf("- Radii of %g %%, calibrated on validation samples of the training system. Goals: coverage within %g points on that, at least %g %% on others; median radius at most %g times the error that %g %% stay below; rank correlation of radius and error %g; time %g times. Time is by the least of %d calls of each file, and good to about a tenth.\n\n",
		100*protocol.RadiusLevel, 100*protocol.CoverageTolerance, 100*protocol.LeastCoverage, protocol.MostSharpness, 100*protocol.RadiusLevel, protocol.LeastRank, protocol.MostTime, protocol.TimedCalls)
	m.line("system", "model", "particles covered, %", "systems covered, %", "median radius over the error's quantile", "rank correlation", "time", "misses")
	m.line("---", "---", "---:", "---:", "---:", "---:", "---:", "---")
	for _, p := range m.Comparisons {
		if p.blank() || p.Column.Sought != nil {
			continue
		}
		m.line(slices.Concat([]string{p.Column.System, m.marked(p.Row.Name, p)}, p.radii())...)
	}
	m.laws()
	m.printf("\n")
}

// radii returns the cells of a place: the means over its seeds and the goals that they miss.
// All goals are missed if a training overflowed.
func (p Comparison) radii() []string {
	if p.Overflows() > 0 {
		return []string{protocol.Overflowed, "", "", "", "", "all"}
	}
	mean := func(of func(k *protocol.RadiusMeasures) float64) float64 {
		return stat.Mean(p.values(func(e protocol.Errors) float64 { return of(&e.RadiusMeasures) }), nil)
	}
	k := protocol.RadiusMeasures{
		Particles: mean(func(k *protocol.RadiusMeasures) float64 { return k.Particles }),
		Systems:   mean(func(k *protocol.RadiusMeasures) float64 { return k.Systems }),
		Sharpness: mean(func(k *protocol.RadiusMeasures) float64 { return k.Sharpness }),
		Rank:      mean(func(k *protocol.RadiusMeasures) float64 { return k.Rank }),
		Time:      mean(func(k *protocol.RadiusMeasures) float64 { return k.Time }),
	}
	return []string{fmt.Sprintf("%.1f", 100*k.Particles), fmt.Sprintf("%.1f", 100*k.Systems),
		fmt.Sprintf("%.2f", k.Sharpness), fmt.Sprintf("%.2f", k.Rank), timeText(k), k.Misses(p.Column.Trained != nil && !p.Row.Own)}
}

// timeText returns the time, or "" if none was measured.
func timeText(k protocol.RadiusMeasures) string {
	if k.Time == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", k.Time)
}

// laws writes a line for each constant, with its goal, and then what else models have found.
func (m *markdown) laws() {
	m.printf("\n## Laws\n\nConstants that models have found, beside the values that made the data: of one seed with its standard error where there is one, of several the mean and their deviation. A formula has the form, of several that were tried, by which validation samples are predicted best; standard errors leave this choice out. The goal is of the value; where the error of a seed does not cover the truth, the last column says so. Tosses are real: their friction is that with which the authors of the recordings simulate them, and [no single coefficient](../contact.md#tosses) is true of these.\n\n")
	m.line("system and constant", "samples", "model", "true", "found", "seeds", "goal", "met")
	m.line("---", "---:", "---", "---:", "---:", "---:", "---", "---")
	var notes []string
	for _, p := range m.Comparisons {
		s := p.Column.Sought
		if s == nil || p.blank() {
			continue
		}
		seeds, met := p.met()
		truth, goal := goalOf(s)
		m.line(p.Column.System, fmt.Sprint(p.Column.TrainSize), m.marked(p.Row.Name, p), truth, foundText(p), fmt.Sprint(seeds), goal, met)
		for _, measured := range p.Measured {
			if r := measured.Result; r != nil && r.Note != "" {
				note := fmt.Sprintf("- %s, seed %d: %s\n", p.Row.Name, measured.Seed, r.Note)
				if !slices.Contains(notes, note) {
					notes = append(notes, note)
				}
			}
		}
	}
	m.printf("\n")
	for _, note := range notes {
		m.printf("%s", note)
	}
}

// foundText returns what the seeds of a place have found, or O.F. if a training overflowed.
func foundText(p Comparison) string {
	if p.Overflows() > 0 {
		return protocol.Overflowed
	}
	values := p.values(func(e protocol.Errors) float64 { return e.Found })
	if slices.Contains(values, 0) && p.Column.Sought.Truth != 0 {
		return "another form"
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	if len(values) == 1 {
		deviation = p.values(func(e protocol.Errors) float64 { return e.StandardError })[0]
	}
	return fmt.Sprintf("%.4g", mean) + deviationText(deviation)
}

// goalOf returns the truth and the allowed difference of a value from it.
func goalOf(s *protocol.Sought) (truth, goal string) {
	switch {
	case s.Truth == 0:
		return "", fmt.Sprintf("at most %g", s.Off)
	case s.Off == 0:
		return fmt.Sprintf("%g", s.Truth), "the same"
	}
	return fmt.Sprintf("%.4g", s.Truth), fmt.Sprintf("within %.3g", s.Off)
}

// beyondError returns the largest number of a seed's standard errors between its value and the
// truth, in a text, if these errors do not cover the truth. A value that is near enough then does
// not meet the goal. Otherwise it returns "".
func (p Comparison) beyondError() string {
	values, errors := p.values(func(e protocol.Errors) float64 { return e.Found }), p.values(func(e protocol.Errors) float64 { return e.StandardError })
	farthest, up := 0., ""
	for i, value := range values {
		if errors[i] > 0 {
			farthest = max(farthest, math.Abs(value-p.Column.Sought.Truth)/errors[i])
		}
	}
	if p.Column.Sought.Truth == 0 || farthest <= protocol.CoveringErrors {
		return ""
	}
	if len(values) > 1 {
		up = "up to "
	}
	return fmt.Sprintf("no: the truth is %s%.2g standard errors away", up, farthest)
}

// met counts the seeds of a place and says whether all of them found a value that is near
// enough, or how many did. A training that overflowed found nothing.
func (p Comparison) met() (seeds int, text string) {
	values, met := p.values(func(e protocol.Errors) float64 { return e.Found }), 0
	for _, value := range values {
		if math.Abs(value-p.Column.Sought.Truth) <= p.Column.Sought.Off {
			met++
		}
	}
	switch seeds = len(values) + p.Overflows(); met {
	case 0:
		return seeds, "no"
	case seeds:
		return seeds, cmp.Or(p.beyondError(), "yes")
	}
	return seeds, fmt.Sprintf("%d of %d", met, seeds)
}
