package report

import (
	"context"
	"math"
	"slices"

	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/system"
)

// scene is what the page draws in space, as JSON. Positions are in the unit of
// the data.
type scene struct {
	Unit    string   `json:"unit"`
	Samples []sample `json:"samples"`
	Live    *live    `json:"live,omitempty"` // where the page runs the model
}

// point is where a particle is.
type point = [3]float32

// sample is one system. Frame 0 of the truth and of the prediction is the
// input, frame k what is k intervals later; the truth may have fewer.
type sample struct {
	Number     int       `json:"number"` // in the split
	Parts      []string  `json:"parts"`  // that the particles play
	Bars       []bar     `json:"bars"`
	Truth      [][]point `json:"truth"`
	Prediction [][]point `json:"prediction"`
	Straight   []point   `json:"straight"` // one interval later
	RMSE       float64   `json:"rmse"`
	Line       float64   `json:"line"` // root mean squared error of the straight line
	View       look      `json:"view"`
}

// bar joins two particles of an object, or of a bond.
type bar struct {
	A    int    `json:"a"` // of a hinge the joint, of a tree the parent
	B    int    `json:"b"`
	Kind string `json:"kind"` // such as stick
	Look string `json:"look"` // as looks has it
}

// looks say how bars are drawn, by how the members of an object move.
var looks = map[system.Constraint]string{
	system.Free: "bond", system.Paired: "stick", system.Jointed: "hinge", system.Articulated: "tree", system.Rigid: "body",
}

// look is how the page looks at a system first.
type look struct {
	Height [3]float64 `json:"height"` // stands upright
	Away   [3]float64 `json:"away"`   // from the eye
}

// newScene are samples of a subject, one interval long.
func newScene(s *pictures.Subject, chosen []int, up string) *scene {
	sc := &scene{Unit: s.Unit()}
	for _, i := range chosen {
		start, of := s.Start(i), &s.Samples[i]
		part := func(all []float32) []point { return plot.Points(all[start:][:len(of.Position)]) }
		now, then := plot.Points(of.Position), plot.Points(of.TargetPosition)
		drawn := sample{
			Number: i, Parts: pictures.Parts(*of, s.Data.About.ParticleNames()), Bars: bars(of), Truth: [][]point{now, then},
			Prediction: [][]point{now, part(s.Position)}, Straight: part(s.Line.Position),
			RMSE: math.Sqrt(s.Squared[i]), Line: math.Sqrt(s.Straight[i]),
		}
		drawn.View.Height, drawn.View.Away = plot.Look(slices.Concat(now, then), pictures.Upright(up, s.Data.About, of))
		sc.Samples = append(sc.Samples, drawn)
	}
	return sc
}

// bars are those of a sample's objects, and its bonds that are none.
func bars(s *system.Sample) []bar {
	all := []bar{}
	for _, link := range s.Objects.Links(s.Bonds) {
		kind, look := "bond", "bond"
		if link.Kind != nil {
			kind, look = link.Kind.Name, looks[link.Kind.Constraint]
		}
		all = append(all, bar{link.Ends[0], link.Ends[1], kind, look})
	}
	return all
}

// mostSteps are those of a rollout that nobody chose the length of: a page is
// to be opened by mail programs, too.
const mostSteps = 200

// mostNumbers are the most coordinates and inputs in a page: some 50 MB, which
// a browser still opens.
const mostNumbers = 5_000_000

// sceneNumbers is about how many coordinates a page with the samples holds: the
// input, the straight line, truth and prediction at each step.
func sceneNumbers(s *pictures.Subject, chosen []int, steps int) (count float64) {
	for _, i := range chosen {
		count += float64(len(s.Samples[i].Position)) * (2*float64(steps) + 3)
	}
	return count
}

// rollSteps are those of rollouts of the chosen samples: as many, or as far as
// the truth is known for 0; 1 where predictions cannot be gone on from.
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

// roll goes on with the chosen samples for so many steps, where there are more
// than one. A system that leaves the finite ends there.
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
	lost := make([]bool, len(chosen))
	for frame, err := range rollout.Frames(ctx) {
		if err != nil {
			return err
		}
		for _, k := range frame.Lost {
			lost[k] = true
		}
		if frame.Step > 1 {
			sc.add(rollout.Samples, frame, lost)
		}
	}
	return nil
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
