package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// jointStates holds states of a robot and what acts on it, each as [count, columns]. There is a
// torque for each of some steps, and one gravity. For gradients, counts holds the cotangents of
// the next coordinates and rates.
type jointStates struct {
	count   int
	q, rate []float64
	memory  []float64   // of friction, if it has memory
	torque  [][]float64 // for each step
	gravity [3]float64
	counts  map[string][]float64
}

// draw draws states like those of the training data. Angles are within limits, or else within
// one and a half turns in both directions. Rates, loads and gravity are as large as in the
// data.
func (j *JointModel) draw(count, steps int, source *rand.Rand) jointStates {
	s := jointStates{count: count, counts: map[string][]float64{}}
	robot := j.Inside.Sample()
	reach, speed := 1.0, 1.0
	load := map[bool]float64{false: 1, true: 1}
	if data := j.run.Config.Data; data != nil && data.Ranges != nil {
		ranges := data.Ranges.Drawn()
		if r := ranges.Extent; r != nil && r.Most > 0 {
			reach = r.Most
		}
		if r := ranges.Speed; r != nil && r.Most > 0 {
			speed = r.Most
		}
		for _, r := range ranges.Fields {
			if most := max(math.Abs(r.Least), math.Abs(r.Most)); most > 0 && (r.Field == system.Torque.Name || r.Field == system.Thrust.Name) {
				load[r.Field == system.Thrust.Name] = most
			}
		}
	}
	either := func(most float64) float64 { return most * (2*source.Float64() - 1) }
	for range count {
		for number, first := range j.coordinates.First {
			limits, most, fastest := system.TurnLimits, 3*math.Pi, speed/reach
			if j.Joints.Slides[number] {
				limits, most, fastest = system.SlideLimits, reach, speed
			}
			given := limits.OrDefault(&robot)
			lower, upper := float64(given[2*first]), float64(given[2*first+1])
			switch kind := j.Joints.Type(number); {
			case kind == system.Floating:
				position := []float64{either(reach), either(reach), either(reach)}
				s.q = append(append(s.q, position...), turn(source)...)
				s.rate = append(s.rate, either(speed), either(speed), either(speed))
			case kind == system.OnBall:
				s.q = append(s.q, turn(source)...)
			case lower < upper:
				s.q = append(s.q, lower+(upper-lower)*source.Float64())
			default:
				s.q = append(s.q, either(most))
			}
			s.rate = append(s.rate, either(fastest))
			if j.Joints.Type(number) != system.OnAxis {
				s.rate = append(s.rate, either(fastest), either(fastest))
			}
		}
	}
	narrowed(s.q)
	narrowed(s.rate)
	for _, state := range []struct {
		of     string
		values []float64
	}{{system.CoordinateInput, s.q}, {system.RateInput, s.rate}} {
		for range state.values {
			s.counts[state.of] = append(s.counts[state.of], narrow(either(1)))
		}
	}
	for range 3 * count * len(j.Joints.Points) {
		s.counts[rolling.Points] = append(s.counts[rolling.Points], narrow(either(1)))
	}
	for axis, x := range j.coordinates.Gravity {
		s.gravity[axis] = float64(x)
	}
	for range steps {
		var torque []float64
		for range count {
			for _, column := range j.coordinates.Columns[system.LoadInput] {
				torque = append(torque, narrow(either(load[j.Joints.Slides[column.Joint]])/j.gain(column.Joint)))
			}
		}
		s.torque = append(s.torque, torque)
	}
	if j.Module.Main.Input(system.MemoryInput) != nil {
		for range count * len(j.coordinates.Columns[system.MemoryInput]) {
			s.memory = append(s.memory, narrow(either(1)))
			s.counts[system.MemoryInput] = append(s.counts[system.MemoryInput], narrow(either(1)))
		}
	}
	return s
}

// gain returns the ratio of the load on a joint to the load input of the file.
func (j *JointModel) gain(joint int) float64 {
	if j.Joints.Drives == nil || j.Joints.Drives[joint][0] == 0 {
		return 1
	}
	return math.Abs(float64(j.Joints.Drives[joint][0]))
}

// turn returns a random unit quaternion.
func turn(source *rand.Rand) []float64 {
	q, square := make([]float64, 4), 0.0
	for i := range q {
		q[i] = source.NormFloat64()
		square += q[i] * q[i]
	}
	for i := range q {
		q[i] /= math.Sqrt(square)
	}
	return q
}

// narrowed rounds numbers to float32, as the inputs of a file are.
func narrowed(values []float64) {
	for i, x := range values {
		values[i] = narrow(x)
	}
}

// narrow rounds a number to float32, as the inputs of a file are.
func narrow(x float64) float64 { return float64(float32(x)) }

// some returns the first of the states.
func (s jointStates) some(count int) jointStates {
	part := func(x []float64) []float64 { return x[:len(x)/s.count*count] }
	own := s
	own.memory = part(s.memory)
	own.count, own.q, own.rate, own.torque, own.counts = count, part(s.q), part(s.rate), nil, map[string][]float64{}
	for _, torque := range s.torque {
		own.torque = append(own.torque, part(torque))
	}
	for name, values := range s.counts {
		own.counts[name] = part(values)
	}
	return own
}

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
