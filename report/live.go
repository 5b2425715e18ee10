package report

import (
	"fmt"

	"gmnc/experiments/pictures"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/runtime"
)

// live is what a page needs to run the model itself.
type live struct {
	Batches []batch `json:"batches"` // of all samples, in their order
	Steps   int     `json:"steps"`   // of a rollout; 0 where velocities are not true ones

	numbers int // in the batches
}

// liveSteps are those of a rollout in the page.
const liveSteps = 50

// batch are a few samples of one composition.
type batch struct {
	Count  int            `json:"count"`
	Inputs map[string]any `json:"inputs"` // nested arrays, by the names of the file's inputs
}

// newLiveScene are all samples, for a page that predicts them itself.
func newLiveScene(s *pictures.Subject, up plot.Axis) (*scene, error) {
	all := make([]int, len(s.Samples))
	for i := range all {
		all[i] = i
	}
	sc := newScene(s, all, up)
	sc.Live = newLive(s)
	for i := range sc.Samples {
		sc.Samples[i].Prediction, sc.Samples[i].RMSE = sc.Samples[i].Prediction[:1], 0
		for step := 2; step <= sc.Live.Steps; step++ {
			truth := predict.TruePosition(&s.Samples[i], step)
			if truth == nil {
				break
			}
			sc.Samples[i].Truth = append(sc.Samples[i].Truth, plot.Points(truth))
		}
	}
	if count := sc.numbers(); count > mostNumbers {
		return nil, fmt.Errorf("the %s split of %s has %d samples, %d numbers with their inputs, and a page that runs the model holds at most %d: choose a data set of fewer samples",
			s.Split, s.File, len(s.Samples), count, mostNumbers)
	}
	return sc, nil
}

// numbers are the coordinates and inputs in a page that runs the model.
func (sc *scene) numbers() (count int) {
	for _, s := range sc.Samples {
		count += 3 * len(s.Straight) * (len(s.Truth) + 2)
	}
	return count + sc.Live.numbers
}

func newLive(s *pictures.Subject) *live {
	l := &live{}
	if s.Model.TrueVelocity() {
		l.Steps = liveSteps
	}
	for _, samples := range predict.Batches(s.Samples) {
		inputs := predict.SystemInputs(samples)
		for name, numbers := range predict.ForestInputs(samples) {
			inputs[name] = numbers
		}
		b := batch{Count: len(samples), Inputs: map[string]any{}}
		for name, tensor := range inputs {
			b.Inputs[name] = nestedTensor(tensor)
			l.numbers += len(tensor.Float) + len(tensor.Index)
		}
		l.Batches = append(l.Batches, b)
	}
	return l
}

func nestedTensor(t runtime.Tensor) any {
	if t.Index != nil {
		return nested(t.Index, t.Shape)
	}
	return nested(t.Float, t.Shape)
}

// nested are arrays in arrays of a shape.
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
