package golden

import (
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// samples rebuilds the systems from the batch.
func (c *Case) samples() []system.Sample {
	loc, vel, end := c.Float("in/loc"), c.Float("in/vel"), c.Float("in/loc_end")
	charge := c.Float("in/charges")
	batch, particles := c.scalar("in/B"), c.scalar("in/N")
	samples := make([]system.Sample, batch)
	for i := range samples {
		rows := func(values []float64, width int) []float32 {
			part := make([]float32, particles*width)
			for k := range part {
				part[k] = float32(values[i*particles*width+k])
			}
			return part
		}
		samples[i] = system.Sample{
			Position: rows(loc, 3), Velocity: rows(vel, 3), TargetPosition: rows(end, 3), Charge: rows(charge, 1),
		}
	}
	member := func(row int64) int { return int(row) % particles }
	sticks := c.Int("in/cfg_Stick")
	for i := 0; i < len(sticks); i += 2 {
		owner := &samples[int(sticks[i])/particles]
		owner.Objects = append(owner.Objects, system.Stick.Of(member(sticks[i]), member(sticks[i+1])))
	}
	hinges := c.Int("in/cfg_Hinge")
	for i := 0; i < len(hinges); i += 3 {
		owner := &samples[int(hinges[i])/particles]
		owner.Objects = append(owner.Objects, system.Hinge.Of(member(hinges[i]), member(hinges[i+1]), member(hinges[i+2])))
	}
	return samples
}

// scalar reads an array without axes.
func (c *Case) scalar(key string) int {
	c.t.Helper()
	var value int64
	c.read(key, &value)
	return int(value)
}

// Batch returns Inputs in float32, as engines take them.
func (c *Case) Batch() runtime.Batch {
	narrow := runtime.Batch{Inputs: map[string]runtime.Tensor{}}
	for name, value := range c.Inputs() {
		narrow.Inputs[name] = runtime.Narrow(value)
	}
	for _, sample := range c.Samples {
		narrow.Systems = append(narrow.Systems, runtime.System{Particles: sample.Particles(), Neighbors: sample.Slots()})
	}
	return narrow
}

// Inputs returns the batch in float64, by the names of a model's inputs and of those of a
// training objective.
func (c *Case) Inputs() map[string]ir.Tensor {
	batch := system.NewBatch(c.Samples)
	rows := batch.Particles
	float := func(key string, width int) ir.Tensor {
		return ir.Tensor{Shape: []int{rows, width}, Float: c.Float(key)}
	}
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{
		"position": float("in/loc", 3), "velocity": float("in/vel", 3), "charge": float("in/charges", 1),
		"partner": index(batch.Partner), "first": index(batch.First), "second": index(batch.Second),
		"joint": index(batch.Joint), "senders": index(batch.Senders),
		"target":     float("in/loc_end", 3),
		"normalizer": {Shape: []int{1, 1}, Float: []float64{1 / float64(3*rows)}},
	}
	columns := map[string][]float32{system.EdgeTypeInput: batch.EdgeTypes}
	for _, kind := range system.ListedKinds() {
		columns[kind.Mask()] = batch.Masks[kind.Number()]
	}
	for name, column := range columns {
		inputs[name] = runtime.Widen(runtime.Floats(column, rows, 1))
	}
	return inputs
}
