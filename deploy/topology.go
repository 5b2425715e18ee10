package deploy

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/internal/strictjson"
	"gmnc/predict"
	"gmnc/system"
)

// topology is what an exported file may have inside in place of inputs: the
// objects, neighbours and features of its only kind of system. In the file
// it is JSON, too, by which predictions are checked.
type topology struct {
	Particles    int
	Objects      system.Objects
	Neighbors    []int64
	NodeFeatures []float32
	EdgeFeatures []float32
}

// maxParticles is more than a file can be for, and bounds what reading a damaged
// topology allocates; checkMemory bounds what measuring it does.
const maxParticles = 1 << 20

// topologyIn reads the topology inside a file, nil if there is none.
func topologyIn(file *export.File) (*topology, error) {
	text, baked := file.Metadata[topologyKey]
	if !baked {
		return nil, nil
	}
	t := new(topology)
	err := strictjson.Unmarshal([]byte(text), t)
	if err == nil && (t.Particles < 1 || t.Particles > maxParticles) {
		err = fmt.Errorf("%d particles", t.Particles)
	}
	if err == nil {
		err = system.CheckInputs([]system.Sample{t.sample()})
	}
	if err != nil {
		return nil, fmt.Errorf("its topology is damaged (%w): export the model again", err)
	}
	return t, nil
}

func topologyOf(s system.Sample) topology {
	return topology{s.Particles(), s.Objects, s.Neighbors, s.NodeFeatures, s.EdgeFeatures}
}

// commonTopology is that of all samples; if they differ there is none.
func commonTopology(data *datasets.Data) (topology, error) {
	samples := slices.Concat(data.Train, data.Valid, data.Test)
	t := topologyOf(samples[0])
	if t.Neighbors != nil && len(t.Neighbors) == 0 {
		return t, fields.Errorf("the samples have no neighbours (no slots for any): there is no topology to bake in, leave {topology} out")
	}
	for i, sample := range samples {
		if other := t.other(topologyOf(sample)); other != "" {
			return t, fmt.Errorf("sample %d of all has %s than sample 0 (%s; sample 0: %s): a topology to bake in is the same in all", i, other, topologyOf(sample), t)
		}
	}
	return t, nil
}

// other says what another topology has that this has not, "" if they are the same. A
// nil list equals an empty one.
func (t topology) other(o topology) string {
	switch {
	case t.Particles != o.Particles:
		return "another number of particles"
	case t.Objects.Counts() != o.Objects.Counts():
		return "other objects"
	case !sameValues(t.Objects, o.Objects):
		return "objects of other particles"
	case !sameValues(t.Neighbors, o.Neighbors):
		return "other neighbours"
	case !sameValues(t.NodeFeatures, o.NodeFeatures) || !sameValues(t.EdgeFeatures, o.EdgeFeatures):
		return "other features"
	}
	return ""
}

// String says how many particles, objects and neighbours there are.
func (t topology) String() string {
	text := fmt.Sprintf("particles: %d, %s", t.Particles, t.Objects.Counts())
	if t.Neighbors != nil {
		text += fmt.Sprintf(", neighbours of each: %d", len(t.Neighbors)/max(1, t.Particles))
	}
	return text
}

func sameValues[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

// sample is a system of the topology, its particles on a line.
func (t topology) sample() system.Sample {
	position := make([]float32, 3*t.Particles)
	for i := range t.Particles {
		position[3*i] = float32(i)
	}
	return system.Sample{
		Position: position, Velocity: make([]float32, 3*t.Particles), Objects: t.Objects,
		Neighbors: t.Neighbors, NodeFeatures: t.NodeFeatures, EdgeFeatures: t.EdgeFeatures,
	}
}

// baked are the inputs that the file has inside, those of trees and bodies
// among them if the model takes some.
func (t topology) baked(forests bool) []export.Baked {
	var all []export.Baked
	samples := []system.Sample{t.sample()}
	inputs := predict.SystemInputs(samples)
	if forests {
		maps.Copy(inputs, predict.ForestInputs(samples))
	}
	for name, input := range inputs {
		if name != "position" && name != "velocity" {
			all = append(all, export.Baked{Input: name, Shape: input.Shape[1:], Ints: input.Index, Floats: input.Float})
		}
	}
	return all
}

// checkedPredictor predicts with a model that takes not all systems.
type checkedPredictor struct {
	predict.Predictor
	check func(samples []system.Sample) error
}

func (p checkedPredictor) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	if err := p.check(samples); err != nil {
		return nil, nil, err
	}
	return p.Predictor.Predict(samples)
}

func (p checkedPredictor) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if err := p.check(samples); err != nil {
		return nil, err
	}
	return p.Predictor.Outputs(samples)
}

// check reports a sample that is of another topology.
func (t topology) check(samples []system.Sample) error {
	for i, sample := range samples {
		if other := t.other(topologyOf(sample)); other != "" {
			return system.SampleError(i, func(i int) error {
				return fields.Errorf("sample %d has %s than the model has inside (%s; inside: %s): take data of its topology, or export it without {topology}", i, other, topologyOf(sample), t)
			})
		}
	}
	return nil
}
