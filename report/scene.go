package report

import (
	"context"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/internal/vector"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/report/pictures"
	"gmnc/system"
)

// scene is what the page draws in space, as JSON. Positions are in the unit of the data.
type scene struct {
	Unit         string   `json:"unit"`
	Acceleration string   `json:"acceleration"`       // its unit; empty where it is not known
	Interval     *clock   `json:"interval,omitempty"` // from frame to frame, where the data say so
	Samples      []sample `json:"samples"`
	Robot        *robot   `json:"robot,omitempty"` // where a file draws its links
	Live         *live    `json:"live,omitempty"`  // where the page runs the model
	Fit          *fitting `json:"fit,omitempty"`   // where the page learns constants
}

// clock is a time with its unit.
type clock struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// point is the position of a particle.
type point = [3]float32

// sample is one system. Frame 0 of the truth and of the prediction is the input, and frame k is
// the state k intervals later. The truth may have fewer frames.
type sample struct {
	Number     int       `json:"number"` // in the split
	Parts      []string  `json:"parts"`  // that the particles play
	Bars       []bar     `json:"bars"`
	Links      *links    `json:"links,omitempty"` // of a sample on joints
	Truth      [][]point `json:"truth"`
	Prediction [][]point `json:"prediction"`
	Straight   []point   `json:"straight"` // one interval later
	// Radii say how far off each particle may be, after one interval or, for a file that rolls
	// out, after each of its steps. It is nil for a model without radii.
	Radii [][]float32 `json:"radii,omitempty"`
	RMSE  float64     `json:"rmse"`
	Line  float64     `json:"line"` // root mean squared error of the straight line
	View  look        `json:"view"`
	around
}

// around describes the surroundings of a system and what acts on it.
type around struct {
	Up     *[3]float64       `json:"up,omitempty"`     // of length 1, where something stands upright
	Planes []plane           `json:"planes,omitempty"` // that nothing goes through
	Pins   []point           `json:"pins,omitempty"`   // where it is held
	Loads  [][]pictures.Load `json:"loads,omitempty"`  // from a frame to the next; the last row stays
}

// plane consists of the points whose product with the normal, of length 1, is the offset.
type plane struct {
	Normal [3]float64 `json:"normal"` // to the free side
	Offset float64    `json:"offset"`
}

// newAround returns the surroundings of a sample in its first frames.
func newAround(s *system.Sample, up plot.Axis, frames int) around {
	a := around{Pins: pictures.Pivots(*s), Loads: pictures.Loads(s, frames)}
	if length := vector.Norm(up); length > 0 {
		unit := vector.Plus([3]float64{}, 1/length, up)
		a.Up = &unit
	}
	for _, p := range pictures.Planes(*s) {
		a.Planes = append(a.Planes, plane{p.Normal, p.Offset})
	}
	return a
}

// bar joins two particles of an object or of a bond.
type bar struct {
	A    int    `json:"a"` // of a hinge the joint, of a tree the parent
	B    int    `json:"b"`
	Kind string `json:"kind"` // such as stick
	Look string `json:"look"` // as barLooks has it
}

// barLooks says how bars are drawn, depending on how the members of an object move.
var barLooks = map[system.Constraint]string{
	system.Free: "bond", system.Paired: "stick", system.Jointed: "hinge", system.Articulated: "tree", system.Rigid: "body",
}

// look is the initial view of a system.
type look struct {
	Height [3]float64 `json:"height"` // stands upright
	Away   [3]float64 `json:"away"`   // from the eye
}

// newScene draws the chosen samples of a subject over one interval, with what acts on them in
// the first frames.
func newScene(s *pictures.Subject, chosen []int, up string, frames int) *scene {
	sc := &scene{Unit: s.Unit(), Acceleration: acceleration(s.Data.About)}
	if value, unit, ok := units.CutNumber(s.Data.About.Interval); ok {
		sc.Interval = &clock{value, unit}
	}
	for _, i := range chosen {
		start, of := s.Start(i), &s.Samples[i]
		part := func(all []float32) []point { return plot.Points(all[start:][:len(of.Position)]) }
		now, then := plot.Points(of.Position), plot.Points(of.TargetPosition)
		drawn := sample{
			Number: i, Parts: pictures.Parts(*of, s.Data.About.ParticleNames()), Bars: bars(of), Links: newLinks(of), Truth: [][]point{now, then},
			Prediction: [][]point{now, part(s.Position)}, Straight: part(s.Line.Position),
			RMSE: math.Sqrt(s.Squared[i]), Line: math.Sqrt(s.Straight[i]),
		}
		if s.Radius != nil {
			drawn.Radii = [][]float32{s.Radius[start/3:][:of.Particles()]}
		}
		upright := pictures.Upright(up, s.Data.About, of)
		drawn.around = newAround(of, upright, frames)
		drawn.View.Height, drawn.View.Away = plot.Look(slices.Concat(now, then), upright)
		sc.Samples = append(sc.Samples, drawn)
	}
	return sc
}

// acceleration returns the unit of acceleration, if velocities are lengths over a time.
func acceleration(about datasets.About) string {
	length, time := units.CutFraction(about.VelocityUnit)
	if length == "" || time == "" {
		return ""
	}
	return length + "/" + time + "²"
}

// bars returns the bars of a sample's objects, and its other bonds.
func bars(s *system.Sample) []bar {
	all := []bar{}
	for _, link := range s.Objects.Links(s.Bonds) {
		kind, look := "bond", "bond"
		if link.Kind != nil {
			kind, look = link.Kind.Name, barLooks[link.Kind.Constraint]
		}
		all = append(all, bar{link.Ends[0], link.Ends[1], kind, look})
	}
	return all
}

// mostSteps is the largest default length of a rollout. Pages should be small enough for mail
// programs.
const mostSteps = 200

// mostNumbers is the largest number of coordinates and inputs in a page. They take some 50 MB,
// which a browser can still open.
const mostNumbers = 5_000_000

// numbers estimates the number of coordinates in a page with the scene: the input, the
// prediction of constant velocity, the truth and the prediction at each step, and what acts.
func (sc *scene) numbers(steps int) (count float64) {
	for _, s := range sc.Samples {
		count += 3 * float64(len(s.Straight)) * (2*float64(steps) + 3 + float64(len(s.Loads)))
	}
	return count
}

// rollSteps returns the number of steps for which the chosen samples are rolled out. For 0 it
// is as far as the truth is known. It is 1 if a prediction cannot be the next input.
func rollSteps(s *pictures.Subject, chosen []int, steps int) int {
	if !s.Model.TrueVelocity() || len(chosen) == 0 {
		return 1
	}
	if steps == 0 {
		for steps < mostSteps && predict.TruePosition(&s.Samples[chosen[0]], steps+1) != nil {
			steps++
		}
	}
	return steps
}

// roll rolls out the chosen samples, if there is more than one step. A system ends where it is
// no longer finite.
func (sc *scene) roll(ctx context.Context, s *pictures.Subject, chosen []int, steps int) error {
	if steps < 2 {
		return nil
	}
	rollout := predict.Rollout{Steps: steps}
	for _, i := range chosen {
		rollout.Samples = append(rollout.Samples, s.Samples[i])
	}
	var err error
	if rollout.Predictor, _, err = s.Model.OpenFor(s.Data, "auto"); err != nil {
		return err
	}
	defer rollout.Predictor.Close()
	lost, known := make([]bool, len(chosen)), 0
	take := func(frame predict.Frame, r conformal.Radii) error {
		for _, k := range frame.Lost {
			lost[k] = true
		}
		if frame.Step > 1 {
			sc.add(rollout.Samples, frame, lost)
		}
		if frame.Step > 1 && frame.Step <= known {
			sc.widen(rollout.Samples, r.Position, lost)
		}
		return nil
	}
	if radius := s.Model.Config().Model.Radius; radius != nil && radius.Steps != nil {
		known = len(radius.Steps)
		return conformal.Roll(ctx, rollout, radius, take)
	}
	for frame, err := range rollout.Frames(ctx) {
		if err != nil {
			return err
		}
		if err := take(frame, conformal.Radii{}); err != nil {
			return err
		}
	}
	return nil
}

// widen adds the radii of a frame to all samples that are not lost.
func (sc *scene) widen(samples []system.Sample, radii []float32, lost []bool) {
	for k := range samples {
		n := samples[k].Particles()
		if !lost[k] {
			sc.Samples[k].Radii = append(sc.Samples[k].Radii, radii[:n:n])
		}
		radii = radii[n:]
	}
}

// add adds a frame to all samples that are not lost.
func (sc *scene) add(samples []system.Sample, frame predict.Frame, lost []bool) {
	start := 0
	for k := range samples {
		count := len(samples[k].Position)
		if !lost[k] {
			sc.Samples[k].Prediction = append(sc.Samples[k].Prediction, plot.Points(frame.Position[start:start+count]))
			if truth := predict.TruePosition(&samples[k], frame.Step); truth != nil {
				sc.Samples[k].Truth = append(sc.Samples[k].Truth, plot.Points(truth))
			}
		}
		start += count
	}
}
