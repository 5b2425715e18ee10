package pages

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/protocol"
)

// law is GMN-ODE beside GMN.
func (r results) law() string {
	t, paper := r["laws"], r["sota"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		if !slices.Contains([]string{"GMN-ODE", "GMN-ODE w/o reversal", protocol.MoreSteps.Name, protocol.BestPreset}, p.Row.Name) {
			continue
		}
		gmn := paper.at("GMN", p.Column)
		share := ""
		if gmn.Published != nil {
			share = figure3(t.mean(p) / gmn.Published.Value)
		}
		lines = append(lines, line(column(p.Column), p.Row.Name, fmt.Sprint(len(p.values(t.Metric.Of))), t.text(p), t.of(p, median), t.of(p, trimmed), paper.text(gmn), printed(gmn), share))
	}
	return rowsOf("data|model|seeds|error x100|median|1 %-trimmed|GMN, ours|GMN, paper|of the paper's", lines)
}

// lawNotAhead lists where GMN-ODE's mean or median is not below GMN's or EGNN's.
func (r results) lawNotAhead() string {
	var lines []string
	for _, name := range []string{"md17", "mocap", "trees", "skeleton", "extrapolation", "data-efficiency", "runaways"} {
		t := r[name]
		for _, law := range t.measuredPlaces() {
			for _, rival := range []string{"GMN", "EGNN"} {
				p, other := common(law, t.at(rival, law.Column))
				ahead := func(what func(protocol.Errors) float64) bool { return t.square(p, what) < t.square(other, what) }
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
		if p.Row.Turn == protocol.Variants && !strings.HasSuffix(p.Row.Name, protocol.AsLaw) {
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
		name, found := strings.CutSuffix(p.Row.Name, protocol.AsLaw)
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

// runaways are the largest errors.
func (r results) runaways() string {
	t := r["runaways"]
	var lines []string
	for _, p := range t.measuredPlaces() {
		lines = append(lines, line(p.Column.System, p.Row.Name, t.text(p), fmt.Sprint(p.values(t.Metric.Count))))
	}
	return rowsOf("data|model|largest squared error over its bound|over the bound, a seed each", lines)
}
