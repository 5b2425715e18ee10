package law

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
)

const (
	// mostTried is the largest number of forms of a curve that are tried, those that leave the
	// least. Each of them is a training. A power with a core leaves as little as the power, so
	// among five forms it would take the place of another.
	mostTried = 6
	// alike is the ratio of the errors of predictions up to which two forms count as equally
	// good, so that the one with fewer constants is taken.
	alike = 1.1
	// needed is the factor by which predictions must become worse without a curve for the law
	// to keep it: a weak force makes up for some of what the steps of predictions leave out.
	needed = 1.5
)

// Measure trains a law that begins with formulas. It returns the formulas with their trained
// constants, and the error of predictions for other samples.
type Measure func([]config.PairFormula) (trained []config.PairFormula, err float64, failed error)

// Choose sets the forms that predict best, with their trained constants. It begins with the
// curve that predicts best alone, and tries each other curve together with those already
// chosen. A curve is kept if a law that is trained on without it is worse.
func (l *Law) Choose(measure Measure) (err error) {
	var order []int
	alone := make([]tried, len(l.Curves))
	for c, curve := range l.Curves {
		if len(curve.Forms) == 0 {
			continue
		}
		if alone[c], err = l.best(c, tried{}, measure); err != nil {
			return err
		}
		order = append(order, c)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(alone[a].err, alone[b].err) })
	if len(order) == 0 || math.IsInf(alone[order[0]].err, 1) {
		return errors.New("no form of the curves predicts anything finite: train the network for longer, or name a form")
	}
	chosen, curves := alone[order[0]], []int{order[0]} // the curves of chosen.law, in its order
	for _, c := range order[1:] {
		with, err := l.best(c, chosen, measure)
		if err != nil {
			return err
		}
		if with.err*needed >= chosen.err {
			continue
		}
		last := len(with.law) - 1
		var without tried
		if without.law, without.err, err = measure(slices.Clone(with.law[:last])); err != nil {
			return err
		}
		switch {
		case with.err*needed < without.err:
			chosen, curves = with, append(curves, c)
		case without.err < chosen.err:
			chosen = without
		}
	}
	return l.take(curves, chosen.law)
}

// tried is a law with the error of its predictions.
type tried struct {
	law []config.PairFormula
	err float64
}

// best returns the best form of a curve together with the chosen forms of other curves.
func (l *Law) best(c int, current tried, measure Measure) (best tried, err error) {
	best.err = math.Inf(1)
	forms, count := l.Curves[c].Forms, mostTried
	if least := slices.MinFunc(forms, byLeft); !(least.Left <= mostLeft) { // the network does not show which ones are close
		count = len(forms)
	}
	fewest := 0
	for _, form := range closest(forms, count) {
		one := tried{err: math.Inf(1)}
		law := append(slices.Clone(current.law), formula(l.Curves[c], form))
		if one.law, one.err, err = measure(law); err != nil {
			return best, err
		}
		bar := best.err
		if len(form.Constants) > fewest {
			bar /= alike
		}
		if one.err < bar {
			best, fewest = one, len(form.Constants)
		}
	}
	return best, nil
}

func byLeft(a, b Form) int { return cmp.Compare(a.Left, b.Left) }

// closest returns the forms that leave the least, at most count, with the fewest constants first.
func closest(forms []Form, count int) []Form {
	forms = slices.Clone(forms)
	slices.SortStableFunc(forms, byLeft)
	forms = forms[:min(count, len(forms))]
	slices.SortStableFunc(forms, func(a, b Form) int { return cmp.Compare(len(a.Constants), len(b.Constants)) })
	return forms
}

// Settle gives the chosen forms the constants of formulas that were trained from Formulas, in
// their order. errors holds the errors of each formula by the constants' names. What a
// form leaves is computed again with these constants. fitted says that the law leaves no more
// than the noise of the recordings. A form that does not fit gets no errors.
func (l *Law) Settle(formulas []config.PairFormula, errors []map[string]uncertainty.Error, fitted bool) error {
	for c := range l.Curves {
		forms := l.Curves[c].Forms
		if l.Curves[c].Constrained || len(forms) == 0 {
			continue
		}
		form, err := formOf(formulas[0], errors[0])
		if err != nil {
			return err
		}
		if left, ok := l.left(c, formulas[0]); ok {
			form.Left = left
		} else {
			form.Left = forms[0].Left
		}
		forms[0], l.Curves[c].Fitted = form, fitted
		l.Curves[c].dropErrors()
		formulas, errors = formulas[1:], errors[1:]
	}
	return nil
}

// take makes the formulas of a law the chosen forms of the given curves, and removes the forms
// of all others.
func (l *Law) take(curves []int, law []config.PairFormula) error {
	for c := range l.Curves {
		curve := &l.Curves[c]
		at := slices.Index(curves, c)
		if at < 0 {
			curve.Forms = nil
			continue
		}
		form, err := formOf(law[at], nil)
		if err != nil {
			return err
		}
		others := slices.DeleteFunc(slices.Clone(curve.Forms), func(f Form) bool { return f.Name == form.Name })
		for _, f := range curve.Forms {
			if f.Name == form.Name {
				form.Left = f.Left
			}
		}
		curve.Forms = append([]Form{form}, others...)
	}
	return nil
}

// formula returns a form of a curve as a formula.
func formula(curve Curve, form Form) config.PairFormula {
	constants := map[string]float64{}
	for _, c := range form.Constants {
		constants[c.Name] = c.Value
	}
	return config.PairFormula{Pairs: curve.pairs, Charges: curve.Charges, Form: form.Name, Constants: constants}
}

// Texts returns the formulas in one line.
func Texts(formulas []config.PairFormula) string {
	var texts []string
	for _, f := range formulas {
		text := f.Form
		if form, err := formOf(f, nil); err == nil {
			text = form.Text
		}
		if f.Charges {
			text = "q q (" + text + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " + ")
}
