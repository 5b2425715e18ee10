package measure

import (
	"math"
	"math/rand/v2"

	"gmnc/export/rolling"
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
