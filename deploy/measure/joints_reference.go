package measure

import (
	"slices"
	"strings"

	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// step returns what the module returns for states in a step, in float64, by the names of its
// outputs. The values are [count, columns], and for points [count, points, 3].
func (j *JointModel) step(s jointStates, number int) (map[string][]float64, error) {
	given := map[string]ir.Tensor{}
	for _, input := range j.Module.Main.Inputs {
		given[input.Name] = j.rows(input, s, number)
	}
	rows, err := ir.Eval(j.Module, given, nil)
	if err != nil {
		return nil, err
	}
	outputs := map[string][]float64{}
	for name, value := range rows {
		outputs[name] = j.fromRows(name, value, s.count)
	}
	return outputs, nil
}

// rows returns an input of the module, with rows for the particles of all states.
func (j *JointModel) rows(input *ir.Value, s jointStates, number int) ir.Tensor {
	if input.Param { // files lack weights on which nothing depends
		if weight, has := j.run.Weights[input.Name]; has {
			return runtime.Widen(weight)
		}
		return ir.NewTensor(input.Type, nil)
	}
	n := j.coordinates.Particles
	of, isCount := strings.CutPrefix(input.Name, ir.CotangentPrefix)
	var floats []float64
	switch {
	case isCount && of == system.Position.Name:
		floats = j.ofPoints(s.counts[rolling.Points], s.count)
	case isCount:
		floats = j.inRows(input, s.counts[of], s.count, j.coordinates.IsFirst)
	case of == system.CoordinateInput:
		floats = j.inRows(input, s.q, s.count, j.coordinates.IsOf)
	case of == system.MemoryInput:
		floats = j.inRows(input, s.memory, s.count, j.coordinates.IsOf)
	case of == system.RateInput:
		floats = j.inRows(input, s.rate, s.count, j.coordinates.IsOf)
	case of == system.LoadInput:
		floats = j.inRows(input, s.torque[number], s.count, j.coordinates.IsOf)
	case of == system.Gravity.Name:
		floats = slices.Repeat(s.gravity[:], s.count*n)
	case input.Type.DType == ir.Index:
		return ir.Tensor{Shape: []int{s.count * n}, Index: j.indices(of, s.count)}
	default:
		for range s.count {
			for _, x := range j.baked(of).Floats {
				floats = append(floats, float64(x))
			}
		}
	}
	return ir.Tensor{Shape: []int{s.count * n, input.Type.Columns()}, Float: floats}
}

// baked returns an input that is a constant in the file.
func (j *JointModel) baked(name string) systems.Baked {
	at := slices.IndexFunc(j.coordinates.Inputs, func(b systems.Baked) bool { return b.Input == name })
	return j.coordinates.Inputs[at]
}

// indices returns the row indices of an input that is a constant in the file, or the first row
// of each system.
func (j *JointModel) indices(name string, count int) (rows []int64) {
	own := make([]int64, j.coordinates.Particles)
	if name != ir.SystemInput {
		own = j.baked(name).Ints
	}
	for i := range count {
		for _, row := range own {
			rows = append(rows, row+int64(i*j.coordinates.Particles))
		}
	}
	return rows
}

// inRows returns the values of columns in the rows of the particles to which they belong, and 0
// in other rows.
func (j *JointModel) inRows(input *ir.Value, values []float64, count int, is func(joint, particle int) bool) []float64 {
	columns, n, width := j.coordinates.Of(input.Name), j.coordinates.Particles, input.Type.Columns()
	rows := make([]float64, count*n*width)
	for i := range count {
		for number, column := range columns {
			for particle := range n {
				if is(column.Joint, particle) {
					rows[(i*n+particle)*width+column.Part] = values[i*len(columns)+number]
				}
			}
		}
	}
	return rows
}

// ofPoints returns the cotangents of the positions of particles, given the cotangents of
// points, [count, points, 3].
func (j *JointModel) ofPoints(counts []float64, count int) []float64 {
	n, points := j.coordinates.Particles, j.coordinates.Points
	rows := make([]float64, 3*n*count)
	for i := range rows {
		for k, weights := range points {
			rows[i] += weights[i/3%n] * counts[3*(i/(3*n)*len(points)+k)+i%3]
		}
	}
	return rows
}

// fromRows returns what the file returns for an output with rows of particles: the rows that
// represent joints, sums over the particles for gradients, and points.
func (j *JointModel) fromRows(name string, value ir.Tensor, count int) (values []float64) {
	c := j.coordinates
	of, isGradient := strings.CutPrefix(name, ir.GradientPrefix)
	width := value.Shape[1]
	for rows := range slices.Chunk(value.Float, len(value.Float)/count) {
		switch {
		case isGradient && of == system.Gravity.Name:
			sum := make([]float64, 3)
			for i, x := range rows {
				sum[i%3] += x
			}
			values = append(values, sum...)
		case isGradient:
			for _, column := range c.Of(name) {
				sum := 0.0
				for particle, joint := range c.Joint {
					if joint == column.Joint {
						sum += rows[particle*width+column.Part]
					}
				}
				values = append(values, sum)
			}
		case name == system.Position.Name:
			for _, weights := range c.Points {
				point := make([]float64, 3)
				for i, x := range rows {
					point[i%3] += weights[i/3] * x
				}
				values = append(values, point...)
			}
		default:
			for _, column := range c.Of(name) {
				values = append(values, rows[c.First[column.Joint]*width+column.Part])
			}
		}
	}
	return values
}
