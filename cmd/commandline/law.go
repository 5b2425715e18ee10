package commandline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/internal/units"
	"gmnc/predict/law"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/train"
)

type lawCommand struct {
	Model string `arg:"" help:"Run folder or exported file of a gmn-ode."`
	Data  string `arg:"" help:"Data set whose systems define the range of the law, usually the training data."`
	Split string `help:"Split of the data set that the curves are of: ${enum}. --form best trains on train and chooses by valid, whatever is given." enum:"train,valid,test" default:"train"`

	Output picturePath `short:"o" help:"Also draw the curves: .png or .svg." placeholder:"OUT.png"`
	Write  string      `help:"Also write the forces that act, as formulas with constants: gmnc train --law starts from them, without a network. None by default." placeholder:"LAW.json"`
	Form   string      `help:"Form of the law to use for all curves that can have it, by default the simplest: ${forms}. best fits a law of each form to the training samples and takes the one that predicts the validation samples best; a last training gives its constants." placeholder:"NAME"`
	CSV    string      `name:"csv" help:"Also write the curves, with the number of pairs at each distance; none by default." placeholder:"OUT.csv"`
	overwriting
}

// Validate refuses other extensions, and a form that is not known.
func (c *lawCommand) Validate() error {
	if err := cmp.Or(requireExtension(c.CSV, ".csv"), requireExtension(c.Write, ".json")); err != nil {
		return err
	}
	if c.Form != "" && c.Form != bestForm && !slices.Contains(law.FormNames(), c.Form) {
		return fmt.Errorf("there is no --form %s; known: %s, %s", c.Form, bestForm, strings.Join(law.FormNames(), ", "))
	}
	return nil
}

func (c *lawCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.Output), c.CSV, c.Write); err != nil {
		return err
	}
	model, err := artifact.Load(c.Model)
	if err != nil {
		return err
	}
	data, err := datasets.Read(c.Data)
	if err != nil {
		return err
	}
	report, err := c.report(ctx, t, model, data)
	if err != nil {
		return err
	}
	c.print(t, report)
	if report.Law == nil && c.CSV+c.Write+string(c.Output) != "" {
		return fmt.Errorf("%s has no forces between pairs to write or draw: its constants are all of its law", c.Model)
	}
	if c.CSV != "" {
		if err := atomicfile.WriteBytes(c.CSV, curvesTable(report.Law)); err != nil {
			return err
		}
	}
	if c.Write != "" {
		if err := c.write(report.Law, data.About.LengthUnit, report.Unit); err != nil {
			return err
		}
	}
	if c.Output == "" {
		return nil
	}
	return pictures.LawCurves("Learned forces", report.Law, data).Save(string(c.Output))
}

// report finds the law of a model. A model of constants alone has no forces between pairs, so
// that its report has a nil Law.
func (c *lawCommand) report(ctx context.Context, t *terminal, model *artifact.Model, data *datasets.Data) (*lawReport, error) {
	trained, err := model.Run()
	if err != nil {
		return nil, err
	}
	report := &lawReport{Unit: pictures.ForceUnit(data.About), Constants: trained.Constants(), Forces: trained.ForceFormulas()}
	alone := report.Constants != nil && trained.Config.Model.Forces == config.NoForces
	switch {
	case c.Form != "" && alone:
		return nil, fmt.Errorf("--form %s: %s has no forces between pairs, whose form could be taken: its constants are all of its law", c.Form, c.Model)
	case c.Form != "" && len(trained.Config.Model.Law) > 0:
		return nil, fmt.Errorf("--form %s: the forms of %s are known, from --law of its training; gmnc law prints them without --form", c.Form, c.Model)
	case alone:
		return report, nil
	case c.Form == bestForm && len(data.Valid) == 0:
		return nil, fmt.Errorf("--form %s: %s has no validation samples, by which it chooses: name a form", bestForm, c.Data)
	}
	if err := c.checkUnread(t, trained.Config.Model, data); err != nil {
		return nil, err
	}
	if report.Law, err = c.find(model, data); err != nil {
		return nil, err
	}
	if len(trained.Config.Model.Law) > 0 {
		return report, report.Law.Known(trained.Law())
	}
	samples := data.Valid
	if len(samples) == 0 {
		samples, _ = data.Split(c.Split)
	}
	help, err := model.ForcesHelp(ctx, samples)
	if err != nil {
		return nil, err
	}
	report.Noise, report.Undecided = help == artifact.HelpsNot, help == artifact.HelpUndecided
	if report.Noise {
		report.Law.Silence()
	}
	switch {
	case c.Form == bestForm && report.Noise:
		t.notice("--form %s tries no form: the force is noise", bestForm)
	case c.Form == bestForm:
		return report, c.choose(ctx, t, report.Law, trained, data)
	case c.Form != "":
		return report, report.Law.Take(c.Form)
	}
	return report, nil
}

// checkUnread reports fields of the data that act on particles and that the model does not read,
// such as masses. They are an error if formulas are to be fitted or written: trainings of
// formulas read these fields, so that the constants would start off by such factors.
func (c *lawCommand) checkUnread(t *terminal, cfg config.Config, data *datasets.Data) error {
	mechanics := cfg
	mechanics.Integrator = config.RungeKutta4
	var unread []string
	for _, f := range mechanics.Describe().Fields {
		if run.Unread(f, cfg, data) {
			unread = append(unread, f.Name)
		}
	}
	switch what := strings.Join(unread, ", "); {
	case what == "":
	case c.Form == bestForm || c.Write != "":
		return fmt.Errorf("%s has %s, which %s does not read and a law of formulas does, so constants would not fit: train with --integrator rk4, which reads them, or leave them out of the data", c.Data, what, c.Model)
	default:
		t.notice("%s has %s, which %s does not read: its forces are those of particles of mass 1, without these fields", c.Data, what, c.Model)
	}
	return nil
}

// bestForm is the value of --form that has the form chosen by fits.
const bestForm = "best"

// choose chooses the forms by fits, and prints a line for each. A last training gives their
// constants.
func (c *lawCommand) choose(ctx context.Context, t *terminal, found *law.Law, trained *run.Run, data *datasets.Data) error {
	job := train.Job{Store: run.NewMemory("the law"), Config: trained.Config, Data: data, Engine: engines.Trainer()}
	fail := func(err error) error {
		return fmt.Errorf("--form %s trains with the samples of %s: %w", bestForm, c.Data, err)
	}
	measure := train.Formulas(ctx, job, func(now []config.PairFormula, left float64) {
		t.notice("%s: median error %.4g", law.Texts(now), left)
	})
	if err := found.Choose(measure); err != nil {
		return fail(err)
	}
	chosen, err := found.Formulas()
	if err != nil {
		return err
	}
	job.Config = train.ToConstants(job.Config, chosen, data.Train)
	last, err := train.Train(ctx, job)
	if err != nil {
		return fail(err)
	}
	if text := withNetwork(last.Valid(), trained.Valid()); text != "" {
		t.notice("%s", text)
	}
	if text := last.Fit(); text != "" {
		t.notice("the chosen law: %s", text)
	}
	formulas, errors := last.Law()
	return found.Settle(formulas, errors, last.Fits())
}

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

// write writes the forces of the law as formulas.
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
