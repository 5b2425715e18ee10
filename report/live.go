package report

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/runtime"
	"gmnc/system"
)

// live is what a page needs to run the model itself.
type live struct {
	Batches []batch `json:"batches"` // of all samples, in their order
	Steps   int     `json:"steps"`   // of a rollout; 0 where velocities are not true ones
}

// liveSteps is the number of steps of a rollout in the page.
const liveSteps = 50

// batch holds a few samples of one composition.
type batch struct {
	Count  int            `json:"count"`
	Inputs map[string]any `json:"inputs"` // nested arrays, by the names of the file's inputs
	// Frames holds the inputs that change from frame to frame, with a leading axis of the steps
	// of a rollout.
	Frames map[string]any `json:"frames,omitempty"`
}

// newLive returns the live part for all samples of an opened subject. It returns an error if
// they are too many for a page.
func newLive(s *pictures.Subject) (*live, error) {
	l := &live{}
	if s.Model.TrueVelocity() {
		l.Steps = givenSteps(s.Samples, s.Model.Config().Model.PerFrame)
	}
	count := 0 // of coordinates and inputs
	for i := range s.Samples {
		const around = 3 // the input, what it becomes, and the straight line
		count += len(s.Samples[i].Position) * (around + len(laterTruth(&s.Samples[i], l.Steps)))
		if count > mostNumbers {
			return nil, tooMany(s)
		}
	}
	for _, samples := range predict.Batches(s.Samples) {
		config := s.Model.Config().Model
		inputs := liveInputs(samples, config.Fields)
		b := batch{Count: len(samples), Inputs: map[string]any{}, Frames: map[string]any{}}
		if l.Steps > 0 && len(config.PerFrame) > 0 {
			for name, tensor := range predict.RollingInputs(samples, config.PerFrame, config.PerFrame, l.Steps) {
				b.Frames[name] = nestedTensor(tensor)
				count += len(tensor.Float)
			}
		}
		for name, tensor := range inputs {
			b.Inputs[name] = nestedTensor(tensor)
			count += len(tensor.Float) + len(tensor.Index)
		}
		if count > mostNumbers {
			return nil, tooMany(s)
		}
		l.Batches = append(l.Batches, b)
	}
	return l, nil
}

// givenSteps is the number of steps of a rollout in the page. It is liveSteps or, if inputs
// change from frame to frame, the number for which all samples have these inputs.
func givenSteps(samples []system.Sample, perFrame []string) int {
	steps := liveSteps
	for _, s := range samples {
		switch {
		case len(perFrame) == 0:
		case s.Trajectory == nil:
			steps = 1
		default:
			steps = min(steps, max(1, s.Trajectory.Frames()-1))
		}
	}
	return steps
}

// liveInputs returns all inputs of samples of one composition, with the defaults of fields that
// they lack. The page passes on those that the file declares.
func liveInputs(samples []system.Sample, fields []string) map[string]runtime.Tensor {
	given := predict.SystemInputs(samples)
	maps.Copy(given, predict.ForestInputs(samples))
	return predict.FileInputs(samples, slices.AppendSeq(slices.Clone(fields), maps.Keys(given)))
}

func tooMany(s *pictures.Subject) error {
	return fmt.Errorf("the %d %s samples of %s are more than a page that runs the model holds, %d numbers with their inputs: choose a data set of fewer samples",
		len(s.Samples), s.Split, s.File, mostNumbers)
}

// laterTruth returns the true positions of a sample after the second and later intervals, up to
// the given number of steps.
func laterTruth(s *system.Sample, steps int) (later [][]float32) {
	for step := 2; step <= steps; step++ {
		truth := predict.TruePosition(s, step)
		if truth == nil {
			break
		}
		later = append(later, truth)
	}
	return later
}

// newLiveScene returns the scene of all samples for a page that predicts them itself.
func newLiveScene(s *pictures.Subject, l *live, up string) *scene {
	all := make([]int, len(s.Samples))
	for i := range all {
		all[i] = i
	}
	sc := newScene(s, all, up, 1)
	sc.Live = l
	for i := range sc.Samples {
		sc.Samples[i].Prediction, sc.Samples[i].RMSE = sc.Samples[i].Prediction[:1], 0
		for _, truth := range laterTruth(&s.Samples[i], l.Steps) {
			sc.Samples[i].Truth = append(sc.Samples[i].Truth, plot.Points(truth))
		}
	}
	return sc
}

func nestedTensor(t runtime.Tensor) any {
	if t.Index != nil {
		return nested(t.Index, t.Shape)
	}
	return nested(t.Float, t.Shape)
}

// ofOne returns the values of a tensor that belongs to a single system.
func ofOne(t runtime.Tensor) any {
	if t.Index != nil {
		return nested(t.Index, t.Shape[1:])
	}
	return nested(t.Float, t.Shape[1:])
}

// nested returns values as nested arrays of a shape.
func nested[T any](values []T, shape []int) any {
	if len(shape) == 1 {
		return values[:shape[0]]
	}
	rows := make([]any, shape[0])
	for i := range rows {
		each := len(values) / shape[0]
		rows[i] = nested(values[i*each:(i+1)*each], shape[1:])
	}
	return rows
}
