package bench

import (
	"gmnc/builder/graph"
	"gmnc/run"
	"gmnc/system"
)

// peerCase is the input of other runtimes: a GMN and a batch of systems of one composition,
// whose particles are rows.
type peerCase struct {
	Layers       int                   `json:"layers"`
	Width        int                   `json:"width"`
	Weights      map[string]peerWeight `json:"weights"`
	LearningRate float64               `json:"learning_rate"`
	WeightDecay  float64               `json:"weight_decay"`
	Particles    int                   `json:"particles"` // the number of particles of a system
	Position     []float32             `json:"position"`
	Velocity     []float32             `json:"velocity"`
	Charge       []float32             `json:"charge"`
	Target       []float32             `json:"target"`
	Sticks       []int                 `json:"sticks"` // two rows for each
	Hinges       []int                 `json:"hinges"` // three rows for each, the joint first
	File         string                `json:"file,omitempty"`
}

type peerWeight struct {
	Shape  []int     `json:"shape"`
	Values []float32 `json:"values"`
}

// newPeerCase returns the case of a model with these weights, and of samples.
func newPeerCase(model *graph.Model, weights map[string][]float32, samples []system.Sample) *peerCase {
	options := run.DefaultOptions()
	c := &peerCase{
		Layers: model.Config.Layers, Width: model.Config.Hidden, Weights: map[string]peerWeight{},
		LearningRate: options.LearningRate, WeightDecay: options.WeightDecay, Particles: samples[0].Particles(),
	}
	for _, param := range model.Params {
		c.Weights[param.Name] = peerWeight{[]int{param.Rows, param.Columns}, weights[param.Name]}
	}
	for i, s := range samples {
		c.Position, c.Velocity = append(c.Position, s.Position...), append(c.Velocity, s.Velocity...)
		c.Charge, c.Target = append(c.Charge, s.Charge...), append(c.Target, s.TargetPosition...)
		c.Sticks = append(c.Sticks, rowsOf(s.Objects.Of(system.Stick), i*c.Particles)...)
		c.Hinges = append(c.Hinges, rowsOf(s.Objects.Of(system.Hinge), i*c.Particles)...)
	}
	return c
}

// rowsOf returns the rows of all members, given the row of the system's first particle in a
// batch.
func rowsOf(objects [][]int, first int) (rows []int) {
	for _, members := range objects {
		for _, member := range members {
			rows = append(rows, first+member)
		}
	}
	return rows
}
