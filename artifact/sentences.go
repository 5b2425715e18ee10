package artifact

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gmnc/internal/hundredfold"
	"gmnc/internal/units"
	"gmnc/predict/verify"
)

// ofLargest is what errors of outputs are relative to.
const ofLargest = "relative to the output's largest magnitude"

// sentences say of promises what was compared, before how far it is off, or what holds where nothing is
// measured. Other promises are what a runtime gives.
var sentences = map[string]string{
	verify.Agreement:  "outputs against a float64 evaluation of the same model",
	verify.AlikeSteps: "the later steps were not run: their nodes were compared one by one with those of the last step that was run, and are the same",
	verify.Batches:    verify.Batches,
	verify.Faults:     "invalid inputs (such as NaN, or an index that does not exist) give no numbers: the runtime refuses them, or outputs NaN for their systems",
	verify.Lengths:    "rigid bars keep their lengths",
	strings.TrimSuffix(verify.Sampled, verify.LikeTraining): "outputs against gmnc's own float32 implementation of the same model",
}

// motionNames are the usual names of motions in a list of equivariance errors.
var motionNames = map[string]string{"rotations": "rotation", "reflections": "reflection", "translations": "translation", verify.Renumbering: "permutation of particles"}

// Lines say what was measured of the first of many steps, and then the rest.
func (m Measured) Lines() []string {
	var first, others verify.Report
	for _, f := range m.Findings {
		promise, isOfFirst := strings.CutSuffix(f.Promise, verify.OfFirstStep)
		if f.Promise = promise; isOfFirst {
			first.Findings = append(first.Findings, f)
		} else {
			others.Findings = append(others.Findings, f)
		}
	}
	return append(m.linesOf(", in the first step", first), m.linesOf("", others)...)
}

// statement is a sentence without its full stop, and on what that was tried.
type statement struct{ text, tried string }

// linesOf say what was measured of a part of the file.
func (m Measured) linesOf(part string, report verify.Report) (lines []string) {
	var magnified verify.Finding
	var statements []statement
	moved := -1 // the last statement, where it is on motions
	for _, f := range report.Worst().Findings {
		if f.Magnified > magnified.Magnified {
			magnified = f
		}
		tried := f.TriedText()
		promise, isLike := strings.CutSuffix(f.Promise, verify.LikeTraining)
		begin := m.Runtime + part
		if isLike {
			begin += ", in and around the training ranges"
		}
		begin += ": "
		if verify.IsMotion(promise) {
			begin += "equivariance, as the maximum error over the maximum |output|: "
			one := fmt.Sprintf("%s %s", motionNames[promise], figureOf(f.Largest))
			if moved >= 0 && statements[moved].tried == tried && strings.HasPrefix(statements[moved].text, begin) {
				statements[moved].text += ", " + one
				continue
			}
			moved = len(statements)
			statements = append(statements, statement{begin + one, tried})
			continue
		}
		moved = -1
		text := begin + cmp.Or(sentences[promise], promise)
		if f.Allowed > 0 {
			text += ": " + errorOf(promise, f.Largest)
		}
		statements = append(statements, statement{text, tried})
	}
	before := ""
	for _, s := range statements {
		text := s.text + "."
		switch s.tried {
		case "": // of a file from before this was kept
		case before:
			text += " Tried on the same systems as the line above."
		default:
			text += fmt.Sprintf(" Tried on %s.", s.tried)
		}
		before = s.tried
		lines = append(lines, text)
	}
	if magnified.Magnified > 0 {
		lines = append(lines, m.magnifying(magnified, part))
	}
	return lines
}

// errorOf says how far what was promised is off.
func errorOf(promise string, largest float64) string {
	switch {
	case promise == verify.Lengths:
		return fmt.Sprintf("maximum change %s, relative to the largest coordinate", figureOf(largest))
	case largest == 0:
		return "exactly equal"
	}
	return fmt.Sprintf("maximum error %s, %s", figureOf(largest), ofLargest)
}

// figureOf is a difference in two digits.
func figureOf(difference float64) string {
	if difference == 0 {
		return "0"
	}
	return fmt.Sprintf("%.1e", difference)
}

// magnifying says how far roundings took a promise.
func (m Measured) magnifying(f verify.Finding, part string) string {
	own := ""
	if f.Own > 0 {
		own = fmt.Sprintf(" (%.1e on training inputs)", f.Own)
	}
	return fmt.Sprintf("%s%s: the model magnifies rounding errors. In single systems the maximum error is %.1e, %s%s: rounding the inputs of these systems changes the prediction as much. The largest is of the promise %q, at %s.",
		m.Runtime, part, f.Magnified, ofLargest, own, strings.TrimSuffix(f.Promise, verify.LikeTraining), f.MagnifiedIn)
}

// lines say what was measured on the test samples.
func (t *TestErrors) lines() []string {
	text := fmt.Sprintf("On the %d test samples of %s (SHA-256 %.12s) the root mean squared error of positions is %.4g%s", t.Samples, t.Data, t.SHA256, math.Sqrt(t.Position), units.Behind(t.Unit))
	if t.Line > 0 {
		text += fmt.Sprintf("; the straight line x + vT has %.4g%s", math.Sqrt(t.Line), units.Behind(t.Unit))
	}
	text += fmt.Sprintf(". The mean squared error times 100 is %s.", hundredfold.Text(t.Position))
	if t.Constraint > 0 {
		text += fmt.Sprintf(" The changes in length of the rigid bars of a system add up to %s%s on average.", figureOf(t.Constraint), units.Behind(t.Unit))
	}
	lines := []string{text}
	if t.Line > 0 && t.Position > t.Line {
		lines = append(lines, "The model is worse than the straight line on these test samples.")
	}
	if t.Overlap != "" {
		lines = append(lines, t.Overlap+": errors on motion at other times may be larger.")
	}
	if t.Radius != nil {
		lines = append(lines, fmt.Sprintf("On the test samples %s.", t.Radius))
	}
	for _, step := range t.Rolled {
		lines = append(lines, fmt.Sprintf("On the test samples, %s.", step))
	}
	return lines
}
