package pictures

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/internal/units"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

const (
	// mostJoints is the largest number of joints that are drawn, and mostFrames is the largest
	// number of intervals.
	mostJoints = 12
	mostFrames = 500
)

// Joints draws, for each joint of a sample of median error, the recorded angle, the angle that
// the model predicts from the first frame alone, and their difference. It returns nil if
// samples have no joints with axes, if the truth is known only for one interval, or if a
// prediction cannot be the next input.
func (s *Subject) Joints(ctx context.Context) (*plot.Drawing, error) {
	if s.Data == nil || s.Model == nil || !s.Model.TrueVelocity() {
		return nil, nil
	}
	number := s.median()
	sample := &s.Samples[number]
	links := checks.LinksOf(sample)
	steps := 0
	for steps < mostFrames && predict.TruePosition(sample, steps+1) != nil {
		steps++
	}
	if links == nil || steps < 2 {
		return nil, nil
	}
	rollout := predict.Rollout{Steps: steps, Samples: s.Samples[number : number+1]}
	var err error
	if rollout.Predictor, _, err = s.Model.OpenFor(s.Data, "auto"); err != nil {
		return nil, err
	}
	defer rollout.Predictor.Close()
	truth, predicted := [][]float32{sample.Position}, [][]float32{sample.Position}
	for frame, err := range rollout.Frames(ctx) {
		switch {
		case err != nil:
			return nil, err
		case frame.Step == 0:
		case len(frame.Lost) > 0:
			return s.joints(number, links, truth, predicted), nil
		default:
			truth = append(truth, predict.TruePosition(sample, frame.Step))
			predicted = append(predicted, slices.Clone(frame.Position))
		}
	}
	return s.joints(number, links, truth, predicted), nil
}

// median returns the number of a sample of median error.
func (s *Subject) median() int {
	order := make([]int, len(s.Squared))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Squared[a], s.Squared[b]) })
	return order[(len(order)-1)/2]
}

// joints draws the joints of links over frames.
func (s *Subject) joints(number int, links *checks.Links, truth, predicted [][]float32) *plot.Drawing {
	time, axis := clock(s.Data.About.Interval, len(truth))
	names := s.Data.About.ParticleNames()
	sample := &s.Samples[number]
	recorded, expected := jointPositions(sample, truth), jointPositions(sample, predicted)
	var panels []*plot.Drawing
	for at, body := range links.Bodies {
		if body.Axis == [3]float64{} || len(panels) == 2*mostJoints {
			continue
		}
		name := fmt.Sprintf("joint of body %d", at)
		if names != nil {
			name = datasets.BodyName(names[body.Members[0]])
		}
		y := plot.InUnit("angle", "rad")
		if body.Slides {
			y = plot.InUnit("displacement", s.Unit())
		}
		measured, model := positionsOf(recorded, body), positionsOf(expected, body)
		left := make([]float64, len(model))
		for i := range left {
			left[i] = model[i] - measured[i]
		}
		panels = append(panels,
			plot.Curves(plot.Axes{Title: name, X: axis, Y: y}, []plot.Series{
				{Name: "recorded", X: time, Y: measured, Role: plot.Truth}, {Name: "predicted", X: time, Y: model, Role: plot.Prediction},
			}).Sized(panelWidth/2, panelHeight),
			plot.Curves(plot.Axes{Title: name + ": predicted less recorded", X: axis, Y: y}, []plot.Series{{Name: "residual", X: time, Y: left}}).Sized(panelWidth/2, panelHeight))
	}
	if panels == nil {
		return nil
	}
	return plot.Grid(s.title(fmt.Sprintf("Joints of %s sample %d, predicted from its first frame alone", s.Split, number)), 2, panels...)
}

// jointPositions returns the displacements of all joints of a sample in each of the frames.
func jointPositions(s *system.Sample, frames [][]float32) (all [][]float64) {
	at := checks.JointPositions(s)
	for _, frame := range frames {
		all = append(all, at(frame))
	}
	return all
}

// positionsOf returns the displacements of the joint of a body in all frames. Angles are continuous
// beyond half a turn.
func positionsOf(frames [][]float64, body checks.Link) (all []float64) {
	for i, frame := range frames {
		position := frame[body.Members[0]]
		if i > 0 && !body.Slides {
			position += 2 * math.Pi * math.Round((all[i-1]-position)/(2*math.Pi))
		}
		all = append(all, position)
	}
	return all
}

// clock returns the times of frames and the label of their axis, using the data's interval if
// it is known.
func clock(interval string, frames int) (times []float64, axis string) {
	value, unit, ok := units.CutNumber(interval)
	if !ok || strings.TrimSpace(unit) == "" {
		value, axis = 1, "intervals"
	} else {
		axis = "time, " + unit
	}
	for i := range frames {
		times = append(times, float64(i)*value)
	}
	return times, axis
}
