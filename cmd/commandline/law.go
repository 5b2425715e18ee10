package commandline

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/plot"
	"gmnc/predict/law"
	"gmnc/report/pictures"
	"gmnc/run"
)

type lawCommand struct {
	Model string `arg:"" help:"Run folder or exported file of a gmn-ode."`
	Data  string `arg:"" help:"Data set whose systems show where the law holds, usually the one of the training."`
	Split string `help:"Split of the data set: ${enum}." enum:"train,valid,test" default:"train"`

	Output string `short:"o" help:"Also draw the curves: .png or .svg." placeholder:"OUT.png"`
	Write  string `help:"Also write the forces that act, as formulas with constants: gmnc train --law starts from them, without a network. None by default." placeholder:"LAW.json"`
	CSV    string `name:"csv" help:"Also write the curves, with the number of pairs at each distance; none by default." placeholder:"OUT.csv"`
	overwriting
}

// Validate refuses other extensions.
func (c *lawCommand) Validate() error {
	if err := cmp.Or(requireExtension(c.CSV, ".csv"), requireExtension(c.Write, ".json")); err != nil {
		return err
	}
	if c.Output == "" {
		return nil
	}
	return plot.Check(c.Output)
}

func (c *lawCommand) Run(t *terminal) error {
	for _, path := range []string{c.Output, c.CSV, c.Write} {
		if path == "" {
			continue
		}
		if err := c.vacant(path); err != nil {
			return err
		}
	}
	model, err := artifact.Load(c.Model)
	if err != nil {
		return err
	}
	data, err := datasets.Read(c.Data)
	if err != nil {
		return err
	}
	found, err := c.find(model, data)
	if err != nil {
		return err
	}
	if trained, err := model.Run(); err == nil && len(trained.Config.Model.Law) > 0 {
		if err := found.Known(trained.Model.Formulas(trained.Floats())); err != nil {
			return err
		}
	}
	unit := pictures.ForceUnit(data.About)
	c.say(t, model, found, unit)
	if c.CSV != "" {
		if err := atomicfile.WriteBytes(c.CSV, curvesTable(found)); err != nil {
			return err
		}
	}
	if c.Write != "" {
		if err := c.write(found, data.About.LengthUnit, unit); err != nil {
			return err
		}
	}
	if c.Output == "" {
		return nil
	}
	return pictures.LawCurves("Learned forces", found, data).Save(c.Output)
}

// find finds the law in the forces on the samples of the split.
func (c *lawCommand) find(model *artifact.Model, data *datasets.Data) (*law.Law, error) {
	samples, err := data.Split(c.Split)
	if err != nil {
		return nil, err
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("%s has no %s samples: name another --split", c.Data, c.Split)
	}
	conversion, err := model.Conversion(data)
	if err != nil {
		return nil, err
	}
	if conversion.What != "" {
		return nil, fmt.Errorf("%s: %s; a law is found in the units of the training, so take data in these", c.Data, conversion.What)
	}
	if err := model.Check(samples); err != nil {
		return nil, err
	}
	forces, err := model.PairForces(samples)
	if err != nil {
		return nil, err
	}
	found, err := law.Find(samples, forces, data.NodeFeatures, data.EdgeFeatures)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Data, err)
	}
	return found, nil
}

// write writes the forces that act.
func (c *lawCommand) write(found *law.Law, length, force string) error {
	formulas, err := found.Formulas()
	if err != nil {
		return fmt.Errorf("%s was not written: %w", c.Write, err)
	}
	text, err := law.Written{LengthUnit: length, ForceUnit: force, Forces: formulas}.Text()
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(c.Write, text)
}

// lawReport is the JSON object of a law.
type lawReport struct {
	*law.Law
	Unit      string              `json:"force_unit,omitempty"`
	Noise     bool                `json:"no_force_beyond_noise"`
	Constants []run.FoundConstant `json:"constants,omitempty"`
}

// say says the law in words, with the constants of mechanics beside it.
func (c *lawCommand) say(t *terminal, model *artifact.Model, found *law.Law, unit string) {
	report := lawReport{Law: found, Unit: unit}
	if trained, err := model.Run(); err == nil {
		model := trained.Config.Model
		report.Noise = found.MovesLessThan(math.Sqrt(trained.Valid()), cmp.Or(model.Mass, 1), cmp.Or(model.Time, 1))
		report.Constants = trained.Constants()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "force on %d particles of %d samples: root mean square %.4g%s\n", found.Particles, found.Samples, found.Force, spaced(unit))
	if report.Noise {
		text.WriteString("no force beyond what noise explains: it moves particles by less than the validation error\n")
	}
	fmt.Fprintf(&text, "pairs explain %.1f %% of it, by weighted squares", 100*found.Explained)
	if found.Explained < 0.95 {
		text.WriteString("; the rest sees more than a pair, and curves are what is left of it on average")
	}
	text.WriteString("\n")
	for _, curve := range found.Curves {
		text.WriteString(curveText(curve))
	}
	for _, constant := range report.Constants {
		fmt.Fprintf(&text, "constant %s\n", constant)
	}
	t.report("law", report, "%s", text.String())
}

// curveText says a curve in a line or a few.
func curveText(curve law.Curve) string {
	name := pictures.NameOfCurve(curve)
	switch {
	case curve.Held:
		return fmt.Sprintf("%s: motion does not tell a force along a bar, so the curve is what training left\n", name)
	case len(curve.Forms) == 0:
		return fmt.Sprintf("%s: no force, %.1f %% of all\n", name, 100*curve.Share)
	}
	best := curve.Forms[0]
	text := fmt.Sprintf("%s, %.1f %% of all: %s, which leaves %.1f %%\n", name, 100*curve.Share, best.Text, 100*best.Left)
	for _, c := range best.Constants {
		text += fmt.Sprintf("  %s = %.5g", c.Name, c.Value)
		if c.StandardError > 0 {
			text += fmt.Sprintf(" +- %.2g", c.StandardError)
		}
		text += "\n"
	}
	text += fmt.Sprintf("  LaTeX: %s\n", best.LaTeX)
	if len(curve.Forms) > 1 {
		next := curve.Forms[1]
		text += fmt.Sprintf("  beside it, %s: %s, which leaves %.1f %%\n", next.Name, next.Text, 100*next.Left)
	}
	return text
}

// curvesTable has a row for each knot of each curve.
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

// spaced is a unit behind a number.
func spaced(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}
