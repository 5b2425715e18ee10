package commandline

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gmnc/internal/units"
	"gmnc/predict/law"
	"gmnc/report/pictures"
	"gmnc/run"
)

// withNetwork returns a text that compares the errors of the chosen forms and of the network,
// given as mean squared errors on the validation samples. It returns "" if one of them is not
// known.
func withNetwork(forms, network float64) string {
	if !(forms >= 0) || !(network >= 0) {
		return ""
	}
	text := fmt.Sprintf("the chosen law has a root mean squared error of %.3g on the validation samples, and the network of %.3g", math.Sqrt(forms), math.Sqrt(network))
	if forms < network {
		text += ": the law describes the motions better, however much it leaves of the network's force"
	}
	return text
}

// stoppedEarly says of a run with these epochs that its training was stopped, and what its force then is.
// It returns "" for a training that came to its end, also by patience.
func stoppedEarly(rows []run.Epoch, options *run.Options) string {
	if len(rows) == 0 || options == nil {
		return ""
	}
	last, best := rows[len(rows)-1].Epoch, rows[0]
	for _, row := range rows {
		if row.Valid < best.Valid || math.IsNaN(best.Valid) {
			best = row
		}
	}
	if last >= options.Epochs || options.Patience > 0 && last-best.Epoch >= options.Patience {
		return ""
	}
	return fmt.Sprintf("the training of the run was stopped after epoch %d of %d: its force may still change, and forms describe the force that it has now", last, options.Epochs)
}

// lawReport is the JSON object of a law.
type lawReport struct {
	*law.Law
	Unit      string              `json:"force_unit,omitempty"`
	Noise     bool                `json:"no_force_beyond_noise"`
	Undecided bool                `json:"force_undecided"`
	Constants []run.FoundConstant `json:"constants,omitempty"`
	Forces    []run.ForceFormula  `json:"forces_of_constants,omitempty"`
}

// print prints the law in words, followed by the learned constants.
func (c *lawCommand) print(t *terminal, report *lawReport) {
	var text strings.Builder
	if found := report.Law; found != nil {
		fmt.Fprintf(&text, "force on %d particles of %d samples: root mean square %.4g%s\n", found.Particles, found.Samples, found.Force, units.Behind(report.Unit))
		if report.Noise {
			text.WriteString("no force beyond what noise explains: validation samples are predicted as well without it\n")
		}
		if report.Undecided {
			text.WriteString("validation samples are too few, or too unlike, to tell whether there is a force beyond noise: what follows may be noise\n")
		}
		fmt.Fprintf(&text, "forces between pairs explain %.1f %% of its squares", 100*found.Explained)
		if found.Explained < 0.95 {
			text.WriteString("; the rest depends on more than two particles, and the curves contain its average")
		}
		text.WriteString("\n")
		for _, curve := range found.Curves {
			text.WriteString(curveText(curve, c.Form == ""))
		}
		if c.Form == "" && found.Compared() {
			fmt.Fprintf(&text, "%d forms were compared with the network's force, whose own error is not known: %s. gmnc law --form %s fits them to the training samples, and takes the one by which validation samples are predicted best\n",
				len(law.FormNames()), strings.Join(law.FormNames(), ", "), bestForm)
		}
	}
	for _, constant := range report.Constants {
		fmt.Fprintf(&text, "constant %s\n", constant)
	}
	for _, force := range report.Forces {
		fmt.Fprintf(&text, "force of %s\n  LaTeX: %s\n", force, force.LaTeX)
	}
	t.report("law", report, "%s", text.String())
}

// curveText describes a curve in one or several lines. compared says that its form was chosen by
// the network's force, which is no choice if others are near it, too.
func curveText(curve law.Curve, compared bool) string {
	name := pictures.NameOfCurve(curve)
	switch {
	case curve.Constrained:
		return fmt.Sprintf("%s: the motion does not determine a force along a rigid bar; ignore this curve\n", name)
	case len(curve.Forms) == 0:
		return fmt.Sprintf("%s: no force, %.1f %% of all\n", name, 100*curve.Share)
	}
	best := curve.Forms[0]
	var near []law.Form
	if compared && curve.Fits() {
		near = curve.Near()
	}
	text := fmt.Sprintf("%s, %.1f %% of all: %s, with a residual of %.1f %%\n", name, 100*curve.Share, best.Text, 100*best.Left)
	switch {
	case curve.Fitted && curve.MissesNetwork():
		text = fmt.Sprintf("%s, %.1f %% of all: %s, which fits the training recordings; the network's force differs from it by %.1f %%\n", name, 100*curve.Share, best.Text, 100*best.Left)
	case !curve.Fits():
		text = fmt.Sprintf("%s, %.1f %% of all: none of the forms fits the network's force; the closest is %s, with a residual of %.1f %%\n", name, 100*curve.Share, best.Text, 100*best.Left)
	case near != nil:
		text = fmt.Sprintf("%s, %.1f %% of all: several forms are near the network's force, and the chosen one is %s, with a residual of %.1f %%\n", name, 100*curve.Share, best.Text, 100*best.Left)
	}
	for _, c := range best.Constants {
		text += fmt.Sprintf("  %s = %s\n", c.Name, c.Text(fmt.Sprintf("%.5g", c.Value), ""))
	}
	text += fmt.Sprintf("  LaTeX: %s\n", best.LaTeX)
	for _, other := range near {
		text += fmt.Sprintf("  near, too, %s: %s, with a residual of %.1f %%\n", other.Name, other.Text, 100*other.Left)
	}
	if near == nil && len(curve.Forms) > 1 {
		next := curve.Forms[1]
		text += fmt.Sprintf("  next best, %s: %s, with a residual of %.1f %%\n", next.Name, next.Text, 100*next.Left)
	}
	return text
}

// curvesTable returns a CSV table with a row for each knot of each curve.
func curvesTable(found *law.Law) []byte {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	table.Write([]string{"pairs", "times_charges", "distance", "force", "pairs_of_data"})
	for _, curve := range found.Curves {
		for _, p := range curve.Points {
			table.Write([]string{curve.Pairs, strconv.FormatBool(curve.Charges), run.FormatNumber(p.Distance), run.FormatNumber(p.Force), strconv.Itoa(p.Pairs)})
		}
	}
	table.Flush()
	return text.Bytes()
}
