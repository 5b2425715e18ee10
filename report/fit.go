package report

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/plot"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// Fit is a page that learns the constants of a system from recordings in the browser. The
// recordings do not leave the page.
type Fit struct {
	Title string
	Scene *scene
}

// fitting is what such a page needs to know about the system and about the file of training
// steps.
type fitting struct {
	Seconds   float64        `json:"seconds"` // of the file's interval
	Names     []string       `json:"names"`   // of particles, in recordings
	Inputs    map[string]any `json:"inputs"`  // of one system, but for its state
	Constants []constant     `json:"constants"`
	Weights   []weight       `json:"weights"`
	Sample    sample         `json:"sample"` // how it is drawn
}

// constant is a learned constant. Its values are start exp(p), or start + unit p, of its
// weights p.
type constant struct {
	Name     string    `json:"name"`
	Labels   []string  `json:"labels"`
	Start    []float64 `json:"start"`
	Fixed    []string  `json:"held,omitempty"`
	Unit     float64   `json:"unit"`
	Positive bool      `json:"positive"`
	At       int       `json:"at"` // the first of its weights among all
}

// weight is the shape of a weight of the file.
type weight struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// NewFit makes a page that learns constants with a file of training steps, for systems like the
// first training sample of a data set. up is a name for pictures.Upright.
func NewFit(model *artifact.Model, data *datasets.Data, up string) (*Fit, error) {
	config := model.Config()
	if len(config.Model.Learn) == 0 {
		return nil, errors.New("it learns no constants: train it with --learn, and --forces none where constants are all there is to learn")
	}
	if err := run.CheckData(config.Model, data); err != nil {
		return nil, err
	}
	value, unit, _ := units.CutNumber(data.About.Interval)
	if unit != "s" {
		return nil, fmt.Errorf("the interval of the data is %q: recordings have seconds, so expected one such as 0.1 s", data.About.Interval)
	}
	first := data.First()
	f := fitting{Seconds: value, Names: data.About.ParticleNames(), Inputs: map[string]any{}}
	if f.Names == nil {
		for i := range first.Particles() {
			f.Names = append(f.Names, strconv.Itoa(i))
		}
	}
	for name, tensor := range liveInputs([]system.Sample{first}, config.Model.Fields) {
		f.Inputs[name] = ofOne(tensor)
	}
	if err := f.take(model); err != nil {
		return nil, err
	}
	f.draw(data, &first, up)
	sc := &scene{Unit: data.About.LengthUnit, Acceleration: acceleration(data.About), Interval: &clock{value, unit}, Samples: []sample{}, Fit: &f}
	return &Fit{Title: "Constants of a structure, from recordings", Scene: sc}, nil
}

// take reads the constants and the weights of the file.
func (f *fitting) take(model *artifact.Model) error {
	step, err := model.File().Step()
	if err != nil {
		return err
	}
	at := map[string]int{}
	total := 0
	for _, w := range step.Weights {
		size := w.Shape[0] * w.Shape[1]
		at[w.Name] = total
		total += size
		f.Weights = append(f.Weights, weight{w.Name, size})
	}
	for _, c := range model.Config().Model.Learn {
		f.Constants = append(f.Constants, constant{c.Name, labels(c), c.Start, c.Fixed, c.Unit, c.Positive(), at[c.Param()]})
	}
	return nil
}

// labels names what the values of a constant belong to.
func labels(c config.Constant) []string {
	switch {
	case c.Labels != nil:
		return c.Labels
	case len(c.Start) == 3:
		return []string{"x", "y", "z"}
	}
	return []string{}
}

// draw sets how the page draws the system.
func (f *fitting) draw(data *datasets.Data, first *system.Sample, up string) {
	now := plot.Points(first.Position)
	upright := pictures.Upright(up, data.About, first)
	f.Sample = sample{Parts: pictures.Parts(*first, data.About.ParticleNames()), Bars: bars(first), Links: newLinks(first), around: newAround(first, upright, 1)}
	f.Sample.Loads = nil // gravity may be learned
	f.Sample.View.Height, f.Sample.View.Away = plot.Look(now, upright)
}

// Version is the version of gmnc.
func (f *Fit) Version() string { return run.Version() }

// Write writes the page.
func (f *Fit) Write(w io.Writer) error { return write(w, "fit.html", f) }

// Handler serves the page, the file of training steps, and the runtime's files from a folder.
func (f *Fit) Handler(model []byte, runtime string) http.Handler {
	var scripts []string
	for _, name := range []string{"fit", "windows", "smooth", "joints", "recordings", "npz", "bvh", "file"} {
		scripts = append(scripts, "fit/"+name+".js")
	}
	return handler(f, scripts, model, runtime, nil)
}
