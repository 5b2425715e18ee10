package datasets

import (
	"cmp"
	"math"

	"gmnc/system"
)

// Time returns the time of a prediction in the training samples, in the unit of positions
// over the unit of velocities: the time of the interval or, where it says none, of the
// best straight line.
func Time(data *Data) float64 {
	time, known, err := data.About.Time()
	if !known || err != nil {
		time, _ = CenterTime(data.Train)
	}
	return time
}

// Length is a usual distance of neighbours in the training samples or, of systems of
// one particle, how far that gets.
func Length(data *Data) float64 {
	if length := neighborDistance(data.Train); length > 0 {
		return length
	}
	return cmp.Or(Deflection(data.Train, 0), 1)
}

// atRest is the squared speed of centers, as a share of the squared speed of particles, below
// which it is rounding, as in a simulation without momentum.
const atRest = 1e-6

// CenterTime is the T of the best straight line x + v T from the centers of
// the systems to the centers of the targets, which no force within a system moves. Where all
// centers rest it is the particles' own; 1 where there is none, which is then not known.
func CenterTime(samples []system.Sample) (time float64, known bool) {
	var along, square, ownAlong, ownSquare float64
	for _, s := range samples {
		before, after, velocity := center(s.Position), center(s.TargetPosition), center(s.Velocity)
		for axis, v := range velocity {
			along += float64(v * (after[axis] - before[axis]))
			square += float64(v * v)
		}
		particles := float64(s.Particles())
		for i, v := range s.Velocity {
			ownAlong += float64(float64(v) * (float64(s.TargetPosition[i]) - float64(s.Position[i])) / particles)
			ownSquare += float64(float64(v) * float64(v) / particles)
		}
	}
	if square < atRest*ownSquare {
		along, square = ownAlong, ownSquare
	}
	if !(along > 0 && square > 0) {
		return 1, false
	}
	return along / square, true
}

// center is the mean of vectors [n,3].
func center(vectors []float32) (mean [3]float64) {
	for i, x := range vectors {
		mean[i%3] += 3 * float64(x) / float64(len(vectors))
	}
	return mean
}

// neighborDistance is the root of the mean squared distance of particles from
// the mean of their system, times the square root of 2: the distance of two of them; 0
// where all are in one place.
func neighborDistance(samples []system.Sample) float64 {
	var sum float64
	count := 0
	for _, s := range samples {
		if volume := s.Volume(); volume > 0 { // a box has no extent of its own
			spacing := math.Cbrt(volume / float64(s.Particles()))
			sum += float64(float64(s.Particles()) * float64(spacing*spacing) / 2)
			count += s.Particles()
			continue
		}
		mean := center(s.Position)
		for i, x := range s.Position {
			offset := float64(x) - mean[i%3]
			sum += float64(offset * offset)
		}
		count += s.Particles()
	}
	return math.Sqrt(2 * sum / float64(max(count, 1)))
}

// Deflection is the root mean square distance of targets from the straight lines
// x + v T.
func Deflection(samples []system.Sample, time float64) float64 {
	count := 0
	for _, s := range samples {
		count += s.Particles()
	}
	return math.Sqrt(Missed(samples, time) / float64(max(count, 1)))
}

// Missed is the sum of the squared distances of targets from the straight lines x + v T.
func Missed(samples []system.Sample, time float64) (sum float64) {
	for _, s := range samples {
		for i, x := range s.Position {
			offset := float64(s.TargetPosition[i]) - float64(x) - float64(time*float64(s.Velocity[i]))
			sum += float64(offset * offset)
		}
	}
	return sum
}

// SpeedTime is the root mean square of the ways to the targets over that of velocities; 0
// of what rests.
func SpeedTime(samples []system.Sample) float64 {
	var speeds float64
	for _, s := range samples {
		for _, v := range s.Velocity {
			speeds += float64(float64(v) * float64(v))
		}
	}
	if speeds == 0 {
		return 0
	}
	return math.Sqrt(Missed(samples, 0) / speeds)
}
