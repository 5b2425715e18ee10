package pages

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gmnc/experiments/reproduce/protocol"
)

// overview has a line a table.
func (r results) overview() string {
	var lines []string
	for _, table := range protocol.Tables {
		t, known := r[table.Name]
		if !known {
			lines = append(lines, line(table.Name, table.Title, "", "none", "", "", ""))
			continue
		}
		seeds := strings.Trim(strings.ReplaceAll(fmt.Sprint(t.Seeds), " ", ", "), "[]")
		worse, printed := r.worseIn(table.Name)
		notAhead, rivals := r.notAheadIn(table.Name)
		lines = append(lines, line(fmt.Sprintf("[%s](%s.md)", table.Name, table.Name), table.Title, seeds, shareOf(t.measured(), t.cells()),
			shareOf(t.recorded(), t.measured()), shareOf(len(worse), printed), shareOf(len(notAhead), rivals)))
	}
	return rowsOf("table|of what|seeds|cells|of a recorded build|worse than the paper|GMN not ahead", lines)
}

// shareOf is a count of so many, "" of none.
func shareOf(count, all int) string {
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", count, all)
}

// ofCommit reports whether a build names the commit that it was made from. A bare version,
// of a program that was built outside of its repository, does not.
func ofCommit(build string) bool { return strings.Contains(build, "+") }

// recorded counts the measured cells whose build is a commit.
func (t TableReport) recorded() (count int) {
	for _, p := range t.Comparisons {
		for _, m := range p.Measured {
			if !p.Column.Average && ofCommit(m.build()) {
				count++
			}
		}
	}
	return count
}

// rivals are models that the paper has behind GMN.
var rivals = []string{"Linear", "GNN", "TFN", "SE(3)-Tr.", "RF", "EGNN", "EGNNReg", "GMN-L", "GMN-LReg", "GMN-LH"}

// repeated are tables with places of earlier ones.
var repeated = map[string][]string{
	"full": {"sota"}, "generalization": {"sota"}, "learnable": {"sota"}, "data-efficiency": {"sota"}, "decomposition": {"md17", "mocap"},
	"ablation": {"sota"}, "hinge-as-sticks": {"sota"}, "charge": {"sota"}, "robustness": {"sota"},
}

// notAhead lists where a rival's mean is not above GMN's.
func (r results) notAhead() string {
	return rowsOf("table|data|model|seeds|error x100|GMN's|median|GMN's|paper|paper's GMN", r.all(results.notAheadIn))
}

// all are the lines of every table, in the order of the tables.
func (r results) all(in func(results, string) (lines []string, places int)) (lines []string) {
	for _, table := range protocol.Tables {
		more, _ := in(r, table.Name)
		lines = append(lines, more...)
	}
	return lines
}

// notAheadIn has a line of each place of a table where a rival's mean is not above
// GMN's, of all the places of rivals that no earlier table has.
func (r results) notAheadIn(name string) (lines []string, places int) {
	if !slices.Contains([]string{"sota", "full", "generalization", "learnable", "hinge-as-sticks", "md17", "mocap", "mocap-long", "decomposition", "data-efficiency", "trees", "extrapolation"}, name) {
		return nil, 0
	}
	t := r[name]
	for _, p := range t.measuredPlaces() {
		p, gmn := common(p, t.at("GMN", p.Column))
		if r.again(name, p) || !slices.Contains(rivals, p.Row.Name) || len(gmn.Measured) == 0 {
			continue
		}
		places++
		if t.mean(p) <= t.mean(gmn) {
			lines = append(lines, line(name, column(p.Column), p.Row.Name, seedsOf(p), t.text(p), t.text(gmn), t.of(p, median), t.of(gmn, median), printed(p), printed(gmn)))
		}
	}
	return lines, places
}

// again reports whether an earlier table has a place of a table.
func (r results) again(name string, p Comparison) bool {
	return slices.ContainsFunc(repeated[name], func(other string) bool { return shown(r[other], p) })
}

// common are two places with the seeds alone that both have.
func common(a, b Comparison) (Comparison, Comparison) {
	of := func(p, other Comparison) Comparison {
		p.Measured = slices.DeleteFunc(slices.Clone(p.Measured), func(m Measured) bool {
			return m.Errors == nil || !slices.ContainsFunc(other.Measured, func(o Measured) bool { return o.Seed == m.Seed && o.Errors != nil })
		})
		return p
	}
	return of(a, b), of(b, a)
}

// seedsOf counts the seeds of a place.
func seedsOf(p Comparison) string { return fmt.Sprint(len(p.values(protocol.PositionError.Of))) }

// shown reports whether a table has a place measured already.
func shown(t TableReport, p Comparison) bool {
	return len(t.at(p.Row.Name, p.Column).values(protocol.PositionError.Of)) > 0
}

// optionsNoWorse lists variants that the paper has behind GMN and that are not.
func (r results) optionsNoWorse() string {
	var lines []string
	for _, name := range []string{"ablation", "hinge-as-sticks", "charge", "robustness"} {
		t := r[name]
		for _, p := range t.measuredPlaces() {
			base := "GMN"
			if name == "charge" {
				base = strings.Replace(p.Row.Name, "node", "edge", 1)
			}
			p, plain := common(p, t.at(base, p.Column))
			if p.Row.Turn != protocol.Variants || p.Published == nil || plain.Published == nil || !(t.mean(p) <= t.mean(plain)) || !(p.Published.Value > plain.Published.Value) {
				continue
			}
			lines = append(lines, line(name, column(p.Column), p.Row.Name, seedsOf(p), t.text(p), t.text(plain), printed(p), printed(plain)))
		}
	}
	return rowsOf("table|data|option|seeds|error x100|without it|paper|paper without it", lines)
}

// unexcused is how much worse than the paper a cell is listed for, relative to the
// paper's, where no deviation is known.
const unexcused = 0.05

// worse lists cells that are worse than the paper by more than two deviations, of
// ours or of the paper's, or unexcused where neither is known.
func (r results) worse() string {
	return rowsOf("table|data|model|seeds|error x100|paper|difference|in our deviations|in the paper's|median|1 %-trimmed", r.all(results.worseIn))
}

// worseIn has a line of each place of a table that is worse than the paper, of all
// the places that the paper prints and no earlier table has.
func (r results) worseIn(name string) (lines []string, places int) {
	if !slices.Contains([]string{"sota", "full", "generalization", "ablation", "learnable", "hinge-as-sticks", "charge", "robustness", "md17", "mocap", "decomposition"}, name) {
		return nil, 0
	}
	t := r[name]
	for _, p := range t.measuredPlaces() {
		if r.again(name, p) || p.Published == nil {
			continue
		}
		places++
		s := t.summarize(p)
		unknown := math.IsNaN(s.deviation) && math.IsNaN(p.Published.Deviation)
		if s.difference > p.Published.Rounding &&
			(s.difference > 2*s.deviation || s.difference > 2*p.Published.Deviation || unknown && s.difference > unexcused*p.Published.Value) {
			lines = append(lines, line(name, column(p.Column), p.Row.Name, seedsOf(p), t.text(p), printed(p), signed(s.difference, 2),
				figure3(ratio(s.difference, s.deviation)), figure3(ratio(s.difference, p.Published.Deviation)), t.of(p, median), t.of(p, trimmed)))
		}
	}
	return lines, places
}

// ratios are ours over the paper's.
func (r results) ratios() string {
	var lines []string
	for _, name := range []string{"sota", "full", "generalization", "constraint", "md17", "mocap"} {
		t := r[name]
		for _, row := range t.Rows {
			var all []float64
			for _, p := range t.measuredPlaces() {
				if p.Row.Name == row.Name && p.Published != nil && p.Published.Value > 0 {
					all = append(all, t.mean(p)/p.Published.Value)
				}
			}
			if len(all) == 0 {
				continue
			}
			slices.Sort(all)
			lines = append(lines, line(name, row.Name, fmt.Sprint(len(all)), figure3(stat.Quantile(0.5, stat.LinInterp, all, nil)), figure3(all[0]), figure3(all[len(all)-1])))
		}
	}
	return rowsOf("table|model|places|ours over the paper's, median|least|largest", lines)
}

// regressions beside the best trained network on the same data.
func (r results) regressions() string {
	var lines []string
	for _, name := range []string{"skeleton", "md17"} {
		t := r[name]
		for _, p := range t.measuredPlaces() {
			if p.Row.Regression == "" {
				continue
			}
			best, from := Comparison{}, TableReport{}
			for _, of := range []TableReport{t, r["mocap"], r["mocap-long"]} {
				for _, other := range of.measuredPlaces() {
					if other.Row.Regression == "" && other.Column.System == p.Column.System && (best.Row.Name == "" || of.mean(other) < from.mean(best)) {
						best, from = other, of
					}
				}
			}
			network := ""
			if best.Row.Name != "" {
				network = fmt.Sprintf("%s (%s, %s)", from.text(best), best.Row.Name, from.Name)
			}
			lines = append(lines, line(name, p.Column.System, p.Row.Name, t.text(p), t.of(p, median), network))
		}
	}
	return rowsOf("table|data|regression|error x100|median|best trained network", lines)
}
