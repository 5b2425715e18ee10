package commandline

import (
	"fmt"
	"strings"

	"gmnc/internal/identify"
	"gmnc/internal/uncertainty"
	"gmnc/sysid"
)

// identifyReport is the JSON object of a robot's constants.
type identifyReport struct {
	Robot string `json:"robot"`
	// Doubts names the checks that say that units, directions or columns of the log are wrong.
	// Standard errors do not hold then.
	Doubts []string `json:"doubts,omitempty"`
	*sysid.Model
	Errors map[string]sysid.Errors `json:"errors"`
}

// text returns the report for people, wrapped to a width.
func (r identifyReport) text(width int) string {
	var b strings.Builder
	say := func(format string, arguments ...any) { b.WriteString(wrap(fmt.Sprintf(format, arguments...), width)) }
	say("learned: %s\n", strings.Join(r.Learned, ", "))
	if untried := r.Untried(); untried != "" {
		say("%s\n", untried)
	}
	say("smoothed by local cubic fits of half-width %g s; the recordings determine %d combinations of %d constants\n", r.Half, r.Directions, r.Free)
	for _, split := range []string{"train", "valid", "test"} {
		if e, known := r.Errors[split]; known {
			b.WriteString("\n" + errorTable(width, split, e))
		}
	}
	say("\n%s\n", r.Verdict())
	if test, given := r.Errors["test"]; given {
		if beyond := r.Beyond(test); beyond != "" {
			say("%s\n", beyond)
		}
	}
	for i, d := range r.Depends {
		if i == 0 {
			say("The residuals of the torques depend on:\n")
		}
		say("  %.0f %% at %s on %s\n", 100*d.Fraction, d.Joint, d.On)
	}
	if r.Residual != nil {
		b.WriteString("\n" + r.networkText(width))
	}
	b.WriteString("\nConstants. \"start\": the value of the robot's file, or a guess where it has none.\n\"undetermined\": the recordings do not determine the constant by itself, and its\nvalue is not a measurement. \"no error\": a guess without a standard error.\n")
	if errs := r.Errs(); r.Doubts != nil {
		say("Standard errors are withheld: the notes on this log (%s) say that units, directions or columns are wrong.\n", strings.Join(r.Doubts, ", "))
	} else if errs != "" {
		say("%s\n", errs)
	}
	b.WriteString(r.constantTable(width))
	if r.Combinations != nil {
		say("\nCombinations that the recordings determine, although not their parts:\n")
	}
	for _, c := range r.Combinations {
		value := uncertainty.Error{StandardError: c.Error, Most: c.Most}.Text(fmt.Sprintf("%.4g", c.Value), c.Unit)
		if r.Doubts != nil {
			value = fmt.Sprintf("%.4g %s", c.Value, c.Unit)
		}
		say("  %s: %s\n", value, c.Words)
	}
	for _, combined := range []bool{true, false} {
		if lines := undeterminedLines(r.Undetermined, combined); lines != nil {
			title := "These have no effect on the recorded torques, and their values are not measurements:"
			if combined {
				title = "These are determined only as parts of the combinations, and their values are not measurements:"
			}
			say("\n%s\n  %s\n", title, strings.Join(lines, "\n  "))
		}
	}
	return strings.ReplaceAll(b.String(), " \n", "\n") // where words were wrapped
}

// undeterminedLines returns the names of constants that the recordings do not determine, with
// one line for each link or joint. combined selects the constants that are parts of
// combinations, or the others.
func undeterminedLines(undetermined []sysid.Undetermined, combined bool) (lines []string) {
	last := ""
	for _, c := range undetermined {
		if c.Combined != combined {
			continue
		}
		if c.Of == last {
			lines[len(lines)-1] += ", " + c.Name
			continue
		}
		lines, last = append(lines, c.Of+": "+c.Name), c.Of
	}
	return lines
}

// errorTable returns the table of errors, with one row for each joint.
func errorTable(width int, split string, e sysid.Errors) string {
	var rows [][]string
	for j, joint := range e.Joints {
		cells := []string{joint}
		for _, value := range []float64{e.Error[j], e.Raw[j], e.Noise[j], e.Size[j]} {
			cells = append(cells, fmt.Sprintf("%.3g", value))
		}
		if e.WithResidual != nil {
			cells = append(cells, fmt.Sprintf("%.3g", e.WithResidual[j]))
		}
		rows = append(rows, cells)
	}
	columns := []string{"joint", "error, smoothed", "error, measured", "noise", "torque"}
	if e.WithResidual != nil {
		columns = append(columns, "smoothed, with network")
	}
	return fmt.Sprintf("%s: root mean squares of torques, N m, or N where a joint slides\n", split) +
		filled(width, columns, rows, 0)
}

// networkText says whether the network of residuals helps on held-out parts of the recordings.
func (r identifyReport) networkText(width int) string {
	var better, worse []string
	for j, with := range r.Residual.HeldOut {
		joint := r.Train.Joints[j]
		if with < r.Residual.HeldOutWithout[j] {
			better = append(better, joint)
		} else {
			worse = append(worse, joint)
		}
	}
	var most float64
	for _, share := range r.Residual.Fraction {
		most = max(most, share)
	}
	text := fmt.Sprintf("The network of residuals gives %.2g %% of the squares of a joint's torque or less. ", 100*most)
	switch {
	case worse == nil:
		text += "On held-out parts of the recordings it makes errors smaller at all joints."
	case better == nil:
		text += "On held-out parts of the recordings it makes errors smaller at no joint: leave it out."
	default:
		text += fmt.Sprintf("On held-out parts of the recordings it makes errors smaller at %s, and not at %s.", identify.List(better), identify.List(worse))
	}
	return wrap(text+" The tables above have its errors in the last column; believe those of a motion of another kind.\n", width)
}

// constantTable returns the table of the constants, with one row for each, below its link or
// joint.
func (r identifyReport) constantTable(width int) string {
	var rows [][]string
	last := ""
	for _, c := range r.Constants {
		if c.Of != last {
			rows, last = append(rows, []string{c.Of, "", "", "", ""}), c.Of
		}
		deviation := "undetermined"
		switch {
		case c.Determined && r.Doubts != nil:
			deviation = "withheld"
		case c.Determined:
			if deviation = fmt.Sprintf("%.2g", c.Error); c.Most > 0 {
				deviation = uncertainty.Error{Most: c.Most}.Note("")
			}
		case c.Rough:
			deviation = "no error"
		}
		rows = append(rows, []string{"  " + c.Name, fmt.Sprintf("%.4g", c.Start), fmt.Sprintf("%.4g", c.Value), deviation, c.Unit})
	}
	return filled(width, []string{"constant", "start", "found", "error", "unit"}, rows, 0, 4)
}
