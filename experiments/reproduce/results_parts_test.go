package reproduce

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// overview has a line a table.
func (r results) overview() string {
	var lines []string
	for _, table := range Tables {
		t, known := r[table.Name]
		if !known {
			lines = append(lines, line(table.Name, table.Title, "", "none", "", ""))
			continue
		}
		seeds, builds := "", t.builds()
		for i, seed := range t.Seeds {
			if i > 0 {
				seeds += ", "
			}
			seeds += fmt.Sprint(seed)
		}
		lines = append(lines, line(fmt.Sprintf("[%s](%s.md)", table.Name, table.Name), table.Title, seeds, fmt.Sprintf("%d of %d", t.measured(), t.cells()), strings.Join(builds, ", "), pictureOf(table.Name)))
	}
	return rowsOf("table|of what|seeds|cells|builds|picture", lines)
}

// pictureOf links to a table's picture, if there is one.
func pictureOf(table string) string {
	if _, err := os.Stat(filepath.Join(resultsFolder, table+".png")); err != nil {
		return ""
	}
	return fmt.Sprintf("[%s.png](%s.png)", table, table)
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
	var lines []string
	for _, name := range []string{"sota", "full", "generalization", "learnable", "hinge-as-sticks", "md17", "mocap", "mocap-long", "decomposition", "data-efficiency", "trees", "extrapolation"} {
		t := r[name]
		for _, p := range t.measuredPlaces() {
			p, gmn := common(p, t.at("GMN", p.Column))
			again := slices.ContainsFunc(repeated[name], func(other string) bool { return shown(r[other], p) })
			if again || !slices.Contains(rivals, p.Row.Name) || !(t.mean(p) <= t.mean(gmn)) {
				continue
			}
			lines = append(lines, line(name, column(p.Column), p.Row.Name, seedsOf(p), t.text(p), t.text(gmn), t.of(p, median), t.of(gmn, median), printed(p), printed(gmn)))
		}
	}
	return rowsOf("table|data|model|seeds|error x100|GMN's|median|GMN's|paper|paper's GMN", lines)
}

// common are two places with the seeds alone that both have.
func common(a, b Place) (Place, Place) {
	of := func(p, other Place) Place {
		p.Measured = slices.DeleteFunc(slices.Clone(p.Measured), func(m Measured) bool {
			return m.Errors == nil || !slices.ContainsFunc(other.Measured, func(o Measured) bool { return o.Seed == m.Seed && o.Errors != nil })
		})
		return p
	}
	return of(a, b), of(b, a)
}

// seedsOf counts the seeds of a place.
func seedsOf(p Place) string { return fmt.Sprint(len(p.values(positionError.of))) }

// shown reports whether a table has a place measured already.
func shown(t TableReport, p Place) bool {
	return len(t.at(p.Row.Name, p.Column).values(positionError.of)) > 0
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
			if p.Row.Turn != variants || p.Published == nil || plain.Published == nil || !(t.mean(p) <= t.mean(plain)) || !(p.Published.Value > plain.Published.Value) {
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
	var lines []string
	for _, name := range []string{"sota", "full", "generalization", "ablation", "learnable", "hinge-as-sticks", "charge", "robustness", "md17", "mocap", "decomposition"} {
		t := r[name]
		for _, p := range t.measuredPlaces() {
			s := t.summarize(p)
			again := slices.ContainsFunc(repeated[name], func(other string) bool { return shown(r[other], p) })
			if again || p.Published == nil || s.difference <= p.Published.Rounding {
				continue
			}
			unknown := math.IsNaN(s.deviation) && math.IsNaN(p.Published.Deviation)
			if !(s.difference > 2*s.deviation || s.difference > 2*p.Published.Deviation || unknown && s.difference > unexcused*p.Published.Value) {
				continue
			}
			lines = append(lines, line(name, column(p.Column), p.Row.Name, fmt.Sprint(len(p.values(t.Metric.of))), t.text(p), printed(p), signed(s.difference, 2),
				figure3(ratio(s.difference, s.deviation)), figure3(ratio(s.difference, p.Published.Deviation)), t.of(p, median), t.of(p, trimmed)))
		}
	}
	return rowsOf("table|data|model|seeds|error x100|paper|difference|in our deviations|in the paper's|median|1 %-trimmed", lines)
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

// law is GMN-ODE beside GMN.
func (r results) law() string {
	t, paper := r["laws"], r["sota"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		if !slices.Contains([]string{"GMN-ODE", "GMN-ODE w/o reversal", moreSteps.Name}, p.Row.Name) {
			continue
		}
		gmn := paper.at("GMN", p.Column)
		share := ""
		if gmn.Published != nil {
			share = figure3(t.mean(p) / gmn.Published.Value)
		}
		lines = append(lines, line(column(p.Column), p.Row.Name, fmt.Sprint(len(p.values(t.Metric.of))), t.text(p), t.of(p, median), t.of(p, trimmed), paper.text(gmn), printed(gmn), share))
	}
	return rowsOf("data|model|seeds|error x100|median|1 %-trimmed|GMN, ours|GMN, paper|of the paper's", lines)
}

// lawNotAhead lists where GMN-ODE's mean or median is not below GMN's or EGNN's.
func (r results) lawNotAhead() string {
	var lines []string
	for _, name := range []string{"md17", "trees", "skeleton", "extrapolation", "data-efficiency", "runaways"} {
		t := r[name]
		for _, law := range t.measuredPlaces() {
			for _, rival := range []string{"GMN", "EGNN"} {
				p, other := common(law, t.at(rival, law.Column))
				ahead := func(what func(Errors) float64) bool { return t.square(p, what) < t.square(other, what) }
				if law.Row.Model.Model != "gmn-ode" || ahead(mean) && ahead(median) || len(other.Measured) == 0 {
					continue
				}
				lines = append(lines, line(name, law.Column.System, law.Row.Name, rival, t.of(p, mean), t.of(other, mean), t.of(p, median), t.of(other, median)))
			}
		}
	}
	return rowsOf("table|data|model|beside|error x100|the other's|median|the other's", lines)
}

// lawParts are the ablation of GMN-ODE, over the seeds that both have.
func (r results) lawParts() string {
	t := r["laws"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		if p.Row.Turn == variants && !strings.HasSuffix(p.Row.Name, asLaw) {
			p, plain := common(p, t.at("GMN-ODE", p.Column))
			lines = append(lines, line(column(p.Column), p.Row.Name, seedsOf(p), t.text(p), t.text(plain), t.of(p, median), t.of(plain, median)))
		}
	}
	return rowsOf("data|model|seeds|error x100|GMN-ODE|median|GMN-ODE's", lines)
}

// lawTraining is GMN-ODE beside other models with its training, and these with the
// paper's, over the seeds that the first two have.
func (r results) lawTraining() string {
	t := r["laws"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		name, found := strings.CutSuffix(p.Row.Name, asLaw)
		if !found {
			continue
		}
		p, law := common(p, t.at("GMN-ODE", p.Column))
		published, _ := common(r["sota"].at(name, p.Column), p)
		lines = append(lines, line(column(p.Column), name, seedsOf(p), t.text(p), t.of(p, median), t.text(law), t.of(law, median),
			figure3(t.mean(law)/t.mean(p)), r["sota"].text(published), printed(published)))
	}
	return rowsOf("data|model|seeds|error x100|median|GMN-ODE|its median|GMN-ODE over it|with the paper's training|paper", lines)
}

// elsewhere are systems that were not trained on, with the largest ones, which are
// simulated for another table.
func (r results) elsewhere() string {
	t := r["extrapolation"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		gmn := r["full"].at("GMN", p.Column)
		lines = append(lines, line(p.Column.System, p.Row.Name, t.text(p), t.of(p, median), t.of(p, trimmed), r["full"].text(gmn), printed(gmn)))
	}
	for _, p := range r["runaways"].measuredPlaces() {
		if system, found := strings.CutSuffix(p.Column.System, " by 3,2,1"); found {
			lines = append(lines, line(system+", the first seed", p.Row.Name, r["runaways"].of(p, mean), r["runaways"].of(p, median), r["runaways"].of(p, trimmed), "", ""))
		}
	}
	return rowsOf("tested on|model|error x100|median|1 %-trimmed|GMN trained on it, ours|paper", lines)
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
			best, from := Place{}, TableReport{}
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

// runaways are the largest errors.
func (r results) runaways() string {
	t := r["runaways"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		lines = append(lines, line(p.Column.System, p.Row.Name, t.text(p), fmt.Sprint(p.values(t.Metric.Count))))
	}
	return rowsOf("data|model|largest squared error over its bound|over the bound, a seed each", lines)
}
