package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
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
	rows, _ := run.ReadMetrics(run.Folder(c.Model)) // a file has none
	if text := stoppedEarly(rows, model.Config().Training); report.Law != nil && text != "" {
		t.notice("%s", text)
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
	fit := func() (*run.Run, error) {
		chosen, err := found.Formulas()
		if err != nil {
			return nil, err
		}
		job.Store, job.Config = run.NewMemory("the law"), train.ToConstants(trained.Config, chosen, data.Train)
		fitted, err := train.Train(ctx, job)
		if err != nil {
			return nil, fail(err)
		}
		return fitted, nil
	}
	last, err := fit()
	if err != nil {
		return err
	}
	if last, err = fittingForm(t, found, last, fit); err != nil {
		return err
	}
	if text := withNetwork(last.Valid(), trained.Valid()); text != "" {
		t.notice("%s", text)
	}
	if text := last.Fit(); text != "" {
		t.notice("the chosen law: %s", text)
	}
	formulas, deviations := last.Law()
	return found.Settle(formulas, deviations, last.Fits())
}

// fittingForm returns the fit of the law's first form or, if that leaves more than the noise of the
// recordings, of another form that does not, which the law then takes. Validation samples are single
// predictions, which noise may make alike for several forms.
func fittingForm(t *terminal, found *law.Law, first *run.Run, fit func() (*run.Run, error)) (*run.Run, error) {
	names := found.Names()
	if !first.Misses() || len(names) == 0 {
		return first, nil
	}
	for _, name := range names[1:] {
		if err := found.Take(name); err != nil {
			return nil, err
		}
		other, err := fit()
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if err == nil && other.Fits() { // a form whose fit fails is no better
			t.notice("the form %s does not fit the recordings, and the form %s does", names[0], name)
			return other, nil
		}
	}
	return first, found.Take(names[0])
}

// find finds the law in the forces on the samples of the split.
func (c *lawCommand) find(model *artifact.Model, data *datasets.Data) (*law.Law, error) {
	samples, err := data.Split(c.Split)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Data, err)
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
