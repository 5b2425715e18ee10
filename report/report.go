// Package report writes a page about a trained model: its learning curve, the errors of its
// predictions, its certificate, and systems in space. The page is one file that needs no network.
// Served by a program, the page runs the exported model itself.
package report

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/deploy"
	"gmnc/internal/fields"
	"gmnc/internal/units"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/run"
)

// Options say what a page shows.
type Options struct {
	Samples int    // drawn in space: from the least error to the largest
	Steps   int    // of their rollouts; 0 is as far as the truth is known
	Up      string // what stands upright in space, a name of pictures.Upright
	Robot   string // file (URDF) that draws the links of a robot; empty for none
	// Live makes a page that runs the model itself on all samples; Handler serves it. Samples
	// and Steps then have no effect.
	Live bool
}

// Validate reports options with which nothing would be shown.
func (o Options) Validate() error {
	if o.Samples < 1 && !o.Live {
		return fields.Errorf("{samples} %d shows nothing: 1 or more", o.Samples)
	}
	if o.Steps < 0 {
		return fields.Errorf("{steps} %d is impossible: 1 or more, or 0 for as far as the truth is known", o.Steps)
	}
	return nil
}

// Report is a page about a subject.
type Report struct {
	Subject  *pictures.Subject
	Compared []pictures.Compared // the runs of the folder, of which the subject is the best; or none

	errors  predict.Errors
	figures []figure
	scene   *scene   // nil without a data set
	notes   []string // of what the file of a robot has that is not drawn
	lost    int      // samples whose prediction is not finite
}

// Find returns the model for a page about a path: the path itself or, for a folder of runs, the
// best of them and a comparison of all.
func Find(path string) (model string, compared []pictures.Compared, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() || run.Started(run.Folder(path)) {
		return path, nil, nil
	}
	if compared, err = pictures.Within(path); err != nil {
		return "", nil, err
	}
	return pictures.Best(compared).Path, compared, nil
}

// New makes a page about an opened subject and predicts its samples. If ctx ends, the
// predictions end.
func New(ctx context.Context, subject *pictures.Subject, compared []pictures.Compared, options Options) (*Report, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	var served *live
	if options.Live {
		var err error
		if served, err = newLive(subject); err != nil {
			return nil, err // before predictions that no page would show
		}
	}
	if err := subject.Predict(ctx); err != nil {
		return nil, err
	}
	r := &Report{Subject: subject, Compared: compared}
	if err := r.draw(ctx); err != nil {
		return nil, err
	}
	if subject.Data == nil {
		return r, nil
	}
	var err error
	if r.errors, err = subject.Model.Compare(subject.Samples, subject.Position, subject.Velocity); err != nil {
		return nil, err
	}
	r.lost = len(subject.Samples) - len(spread(subject.Squared, len(subject.Samples)))
	var drawn *robot
	if options.Robot != "" {
		if drawn, r.notes, err = newRobot(options.Robot, &subject.Samples[0], subject.Data.About.ParticleNames()); err != nil {
			return nil, err
		}
	}
	if served != nil {
		r.scene = newLiveScene(subject, served, options.Up)
		r.scene.Robot = drawn
		return r, nil
	}
	chosen := spread(subject.Squared, options.Samples)
	steps := rollSteps(subject, chosen, options.Steps)
	r.scene = newScene(subject, chosen, options.Up, steps)
	r.scene.Robot = drawn
	if count := r.scene.numbers(steps); count > mostNumbers {
		return nil, fields.Errorf("{samples} %d would put %.3g coordinates into the page, %d steps each, and it holds at most %d: choose fewer samples or {steps}",
			len(chosen), count, steps, mostNumbers)
	}
	return r, r.scene.roll(ctx, subject, chosen, steps)
}

// figure is a picture, and the charts that the page draws in its place if it consists of curves
// or bars.
type figure struct {
	Name   string        `json:"-"`
	SVG    template.HTML `json:"-"`
	Title  string        `json:"title"`
	Charts []plot.Chart  `json:"charts"`
}

// draw makes the pictures. It leaves out pictures over epochs if the run has only one.
func (r *Report) draw(ctx context.Context) error {
	figures := r.Subject.Figures()
	joints, err := r.Subject.Joints(ctx)
	if err != nil {
		return err
	}
	if joints != nil {
		figures = slices.Insert(figures, 0, pictures.Figure{Name: "joints", Drawing: joints})
	}
	if len(r.Compared) > 1 {
		figures = slices.Insert(figures, 0, pictures.Figure{Name: "runs", Drawing: pictures.CompareCurves(r.Compared, r.Subject.ValidStraight)})
	}
	for _, picture := range figures {
		if r.OneEpoch() && picture.OverEpochs() {
			continue
		}
		svg, err := picture.Drawing.SVG()
		title, charts := picture.Drawing.Charts()
		r.figures = append(r.figures, figure{picture.Name, embedded(picture.Name, svg, err), title, charts})
	}
	return nil
}

// embedded returns an SVG file as a part of the page, or a sentence that says why there is none.
func embedded(name string, svg []byte, err error) template.HTML {
	if err != nil {
		return template.HTML(fmt.Sprintf("<p>There is no picture %s: %s</p>", name, template.HTMLEscapeString(err.Error())))
	}
	if start := bytes.Index(svg, []byte("<svg")); start >= 0 {
		svg = svg[start:] // without what begins a file of its own
	}
	return template.HTML(svg) //nolint:gosec // drawn by plot, which escapes its texts
}

// OneEpoch reports whether the run has a single epoch, so that there is no history to draw.
func (r *Report) OneEpoch() bool { return len(r.Subject.Epochs) == 1 }

// Constants returns the names and values of the constants that the run has learned, with their
// errors, as gmnc inspect prints them.
func (r *Report) Constants() (rows [][2]string) {
	trained, err := r.Subject.Model.Run()
	if err != nil {
		return nil // of a model that this program lacks
	}
	for _, constant := range trained.Constants() {
		name, value, _ := strings.Cut(constant.String(), ": ")
		rows = append(rows, [2]string{name, value})
	}
	return rows
}

// Title returns the title of the page.
func (r *Report) Title() string {
	if r.Subject.File == "" {
		return r.Subject.Title
	}
	return fmt.Sprintf("%s, on %s", r.Subject.Title, r.Subject.File)
}

// Rows returns the errors as gmnc predict prints them.
func (r *Report) Rows() []predict.Row {
	if r.Subject.Data == nil {
		return nil
	}
	about := r.Subject.Data.About
	rows := r.errors.Table(r.Subject.Line, predict.Accelerated(r.Subject.Data.Train, r.Subject.Samples), predict.Units{Length: r.Subject.Unit(), Time: units.TimeOf(about.VelocityUnit, about.LengthUnit), Velocity: about.VelocityUnit})
	if c := r.Subject.Coverage; c != nil {
		rows = append(rows, c.Table(r.Subject.Unit())...)
	}
	return rows
}

// Description returns what gmnc inspect prints about the model.
func (r *Report) Description() string {
	var text bytes.Buffer
	if err := r.Subject.Model.Inspect(&text, filepath.Base(r.Subject.Path), false); err != nil {
		return err.Error()
	}
	return text.String()
}

// Certificate returns the part about the file's certificate. It is empty if there is none.
func (r *Report) Certificate() (template.HTML, error) {
	certificate := r.Subject.Model.Certificate()
	if certificate == nil {
		return "", nil
	}
	return deploy.CertificateHTML(certificate)
}

// Figures returns the pictures in the page's order.
func (r *Report) Figures() []figure { return r.figures }

// Scene returns what the page draws in space, or nil if no sample can be drawn.
func (r *Report) Scene() any {
	if r.scene == nil || len(r.scene.Samples) == 0 {
		return nil
	}
	return r.scene
}

// Live reports whether the page runs the model itself.
func (r *Report) Live() bool { return r.scene != nil && r.scene.Live != nil }

// Unit returns the unit of lengths. It is empty if it is not known.
func (r *Report) Unit() string { return r.Subject.Unit() }

// Notes say what the page does not draw of the robot's file.
func (r *Report) Notes() []string { return r.notes }

// Lost returns the number of samples whose prediction is not finite.
func (r *Report) Lost() int { return r.lost }

// Version returns the version of gmnc.
func (r *Report) Version() string { return run.Version() }
