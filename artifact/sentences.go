package artifact

import (
	"fmt"
	"math"
	"strings"

	"gmnc/internal/units"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// ofLargest says what errors of outputs are relative to.
const ofLargest = "relative to the output's largest magnitude"

// sentences maps promises to what was compared, or to what holds if nothing is measured. Other
// promises are texts that a runtime gives.
var sentences = map[string]string{
	verify.Agreement:  "rounding: outputs against a float64 evaluation of the same model",
	verify.AlikeSteps: "the later steps were not run: their nodes were compared one by one with those of the last step that was run, and are the same",
	verify.Batches:    verify.Batches,
	verify.Faults:     "invalid inputs (such as NaN, or an index that does not exist) give no numbers: the runtime refuses them, or outputs NaN for their systems",
	verify.Lengths:    "rigid bars keep their lengths",
	strings.TrimSuffix(verify.Sampled, verify.LikeTraining): "rounding: outputs against gmnc's own float32 implementation of the same model",
}

// motionNames holds the names of motions in a list of equivariance errors.
var motionNames = map[string]string{"rotations": "rotation", "reflections": "reflection", "translations": "translation", verify.Renumbering: "permutation of particles"}

// Lines describes what was measured for the first of many steps, and then the rest.
func (m Measured) Lines(config run.Config) []string {
	first, others, w := m.parts(config)
	return append(m.linesOf(ofFirst, first, w), m.linesOf("", others, w)...)
}

// Caveats returns a line for each promise whose rounding errors the model magnifies.
func (m Measured) Caveats(config run.Config) []string {
	first, others, w := m.parts(config)
	return append(m.magnifying(ofFirst, first, w), m.magnifying("", others, w)...)
}

// ofFirst marks what was measured for the first of many steps.
const ofFirst = ", in the first step"

// parts separates what was measured for the first of many steps from the rest, and returns the
// wording for the model.
func (m Measured) parts(config run.Config) (first, others verify.Report, w wording) {
	for _, f := range m.Findings {
		promise, isOfFirst := strings.CutSuffix(f.Promise, verify.OfFirstStep)
		if f.Promise = promise; isOfFirst {
			first.Findings = append(first.Findings, f)
		} else {
			others.Findings = append(others.Findings, f)
		}
	}
	return first.Worst(), others.Worst(), wordingOf(config)
}

// statement is a sentence without its full stop, and the systems on which it was tried.
type statement struct{ text, tried string }

// linesOf describes what was measured for a part of the file.
func (m Measured) linesOf(part string, report verify.Report, w wording) (lines []string) {
	var statements []statement
	moved := -1 // the index of the last statement, if it is about motions; else -1
	for _, f := range report.Findings {
		tried := f.TriedText()
		promise, begin := m.begin(part, f)
		if verify.IsMotion(promise) {
			begin += "equivariance" + w.moving + ", maximum errors " + ofLargest + ": "
			one := fmt.Sprintf("%s %s", motionNames[promise], figureOf(f.Largest)) + otherSystems(f)
			if moved >= 0 && statements[moved].tried == tried && strings.HasPrefix(statements[moved].text, begin) {
				statements[moved].text += ", " + one
				continue
			}
			moved = len(statements)
			statements = append(statements, statement{begin + one, tried})
			continue
		}
		moved = -1
		text := begin + w.sentence(promise)
		switch {
		case f.MagnifiedSystems > 0 && f.MagnifiedSystems == f.Systems():
			text += ": see the caveat on rounding, which is of all systems"
		case f.Allowed > 0:
			text += ": " + errorOf(promise, f.Largest) + otherSystems(f)
		}
		statements = append(statements, statement{text, tried})
	}
	before := ""
	for _, s := range statements {
		text := s.text + "."
		switch s.tried {
		case "": // a file from before this was recorded
		case before:
			text += " Tried on the same systems as the line above."
		default:
			text += fmt.Sprintf(" Tried on %s.", s.tried)
		}
		before = s.tried
		lines = append(lines, text)
	}
	return lines
}

// errorOf describes the error of a promise.
func errorOf(promise string, largest float64) string {
	switch {
	case promise == verify.Lengths:
		return fmt.Sprintf("maximum change %s, relative to the largest coordinate", figureOf(largest))
	case largest == 0:
		return "exactly equal"
	}
	return fmt.Sprintf("maximum error %s, %s", figureOf(largest), ofLargest)
}

// figureOf formats a difference with two digits.
func figureOf(difference float64) string {
	if difference == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2g", difference)
}

// begin returns the promise of a finding without its place, and the beginning of its line. The
// line begins with the runtime, the part of the file, and the place.
func (m Measured) begin(part string, f verify.Finding) (promise, begin string) {
	promise, isLike := strings.CutSuffix(f.Promise, verify.LikeTraining)
	if begin = m.Runtime + part; isLike {
		begin += ", in and around the training ranges"
	}
	return promise, begin + ": "
}

// otherSystems returns a remark if an error omits systems whose rounding errors are magnified.
func otherSystems(f verify.Finding) string {
	switch {
	case f.Magnified == 0:
		return ""
	case f.MagnifiedSystems == 0: // a file from before this was recorded
		return " (without the systems of the caveat on rounding)"
	}
	return fmt.Sprintf(" (without %d of the %d systems: see the caveat on rounding)", f.MagnifiedSystems, f.Systems())
}

// magnifying returns a line for each promise whose rounding errors the model magnifies, with
// the magnified error.
func (m Measured) magnifying(part string, report verify.Report, w wording) (lines []string) {
	for _, f := range report.Findings {
		if f.Magnified == 0 {
			continue
		}
		promise, begin := m.begin(part, f)
		what := w.sentence(promise)
		if verify.IsMotion(promise) {
			what = "equivariance, " + motionNames[promise]
		}
		systems, own, at := "single systems", "", f.MagnifiedIn
		if f.MagnifiedSystems > 0 {
			systems = fmt.Sprintf("%d of %d systems", f.MagnifiedSystems, f.Systems())
		}
		if f.Own > 0 {
			own = fmt.Sprintf(" (%s on training inputs)", figureOf(f.Own))
		}
		if output, _, named := strings.Cut(at, " of "); named && system.FieldNamed(output) != nil {
			at = system.PredictedPrefix + at
		}
		lines = append(lines, fmt.Sprintf("%s%s: the model magnifies rounding errors in %s, and rounding explains an error as large there: %s%s. It is at %s.", begin, what, systems, errorOf(promise, f.Magnified), own, at))
	}
	return lines
}

// lines describes what was measured on the test samples.
func (t *TestErrors) lines() []string {
	text := fmt.Sprintf("On the %d test samples of %s (SHA-256 %.12s) the root mean squared error of positions is %.4g%s", t.Samples, t.Data, t.SHA256, math.Sqrt(t.Position), units.Behind(t.Unit))
	if t.Line > 0 {
		text += fmt.Sprintf("; the constant-velocity baseline x + vT has %.4g%s", math.Sqrt(t.Line), units.Behind(t.Unit))
	}
	text += "."
	if t.Constraint > 0 {
		text += fmt.Sprintf(" The changes in length of the rigid bars of a system add up to %s%s on average.", figureOf(t.Constraint), units.Behind(t.Unit))
	}
	lines := []string{text}
	if t.Line > 0 && t.Position > t.Line {
		lines = append(lines, "The model is worse than the constant-velocity baseline on these test samples.")
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
