package artifact

import (
	"fmt"
	"math"
	"strings"

	"gmnc/internal/hundredfold"
	"gmnc/predict/verify"
)

// ofLargest is what differences of outputs are shares of.
const ofLargest = " of the largest number in an output"

// sentences say of promises what a runtime, %[1]s, does, to a figure, %[2]s, and of which part of
// the file or on which systems, %[3]s. Other promises are what it gives.
var sentences = map[string]string{
	verify.Agreement:  "%[1]s agrees with a float64 computation of the same model to %[2]s" + ofLargest + "%[3]s",
	verify.AlikeSteps: "%[1]s did not run the later steps, whose nodes were compared one by one with those of the last step that it ran, and are the same",
	verify.Batches:    "%[1]s gives " + verify.Batches + ", to %[2]s" + ofLargest + "%[3]s",
	verify.Faults:     "%[1]s gives " + verify.Faults + ": it refuses them, or outputs NaN for their systems%[3]s",
	verify.Lengths:    "%[1]s keeps the " + verify.Lengths + " (of sticks, hinges, trees and links) to %[2]s of the largest coordinate%[3]s",
	strings.TrimSuffix(verify.Sampled, verify.LikeTraining): "%[1]s agrees with the native engine, gmnc's own in float32, to %[2]s" + ofLargest + "%[3]s",
}

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
		where := part
		if isLike {
			where += ", on systems like the training data"
		}
		figure := figureOf(f.Largest)
		switch form, known := sentences[promise]; {
		case verify.IsMotion(promise):
			begins := fmt.Sprintf("If the inputs are moved, the outputs of %s move along%s, but for these shares of their largest number: ", m.Runtime, where)
			if moved >= 0 && statements[moved].tried == tried && strings.HasPrefix(statements[moved].text, begins) {
				statements[moved].text += fmt.Sprintf(", %s %s", promise, figure)
				continue
			}
			moved = len(statements)
			statements = append(statements, statement{begins + fmt.Sprintf("%s %s", promise, figure), tried})
			continue
		case known:
			statements = append(statements, statement{fmt.Sprintf(form, m.Runtime, figure, where), tried})
		case f.Allowed > 0:
			statements = append(statements, statement{fmt.Sprintf("%s gives %s to %s%s%s", m.Runtime, promise, figure, ofLargest, where), tried})
		default:
			statements = append(statements, statement{fmt.Sprintf("%s gives %s%s", m.Runtime, promise, where), tried})
		}
		moved = -1
	}
	before := ""
	for _, s := range statements {
		text := s.text + "."
		switch s.tried {
		case "": // of a file from before this was kept
		case before:
			text += " This was tried on the same."
		default:
			text += fmt.Sprintf(" This was tried on %s.", s.tried)
		}
		before = s.tried
		lines = append(lines, text)
	}
	if magnified.Magnified > 0 {
		lines = append(lines, m.magnifying(magnified, part))
	}
	return lines
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
	return fmt.Sprintf("The model magnifies rounding errors: %s is off by up to %.1e%s in single systems%s%s, where the model itself is that sensitive to the rounding of its inputs. It is the largest for the promise %q, at %s.",
		m.Runtime, f.Magnified, ofLargest, own, part, strings.TrimSuffix(f.Promise, verify.LikeTraining), f.MagnifiedIn)
}

// lines say what was measured on the test samples.
func (t *TestErrors) lines() []string {
	line := ""
	if t.Line > 0 {
		line = fmt.Sprintf(" (the straight line x + vT: %.4g)", math.Sqrt(t.Line))
	}
	lines := []string{fmt.Sprintf("On the %d test samples of %s (SHA-256 %.12s) positions have a root mean squared error of %.4g%s, and a mean squared error x100 of %s. Rigid bars change their lengths by %s in total.",
		t.Samples, t.Data, t.SHA256, math.Sqrt(t.Position), line, hundredfold.Text(t.Position), figureOf(t.Constraint))}
	if t.Line > 0 && t.Position > t.Line {
		lines = append(lines, "The model is worse than the straight line on these test samples.")
	}
	if t.Overlap != "" {
		lines = append(lines, t.Overlap+": errors on later motion may be larger.")
	}
	if t.Radius != nil {
		lines = append(lines, fmt.Sprintf("On the test samples %s.", t.Radius))
	}
	for _, step := range t.Rolled {
		lines = append(lines, fmt.Sprintf("On the test samples, %s.", step))
	}
	return lines
}
