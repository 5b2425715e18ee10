package datasets

import (
	"cmp"
	"math"

	"gmnc/system"
)

// Time returns the time from input to target in the training samples, in the unit of positions
// over the unit of velocities. It is the interval of the data or, if that is not known, the
// time for which constant velocity fits best.
func Time(data *Data) float64 {
	time, known, _ := data.About.Time()
	if !known {
		time, _ = CenterTime(data.Train)
	}
	return time
}

// Length returns a typical distance of neighbors in the training samples. If that is 0, as in
// systems of one particle, it returns the root mean square displacement to the targets.
func Length(data *Data) float64 {
	if length := neighborDistance(data.Train); length > 0 {
		return length
	}
	return cmp.Or(Deflection(data.Train, 0), 1)
}

// atRest is the ratio of the squared speed of centers to that of particles below which the
// centers count as resting. Such a speed is rounding, as in a simulation without momentum.
const atRest = 1e-6

// CenterTime returns the time T for which x + v T fits best from the centers of the systems to
// the centers of the targets. No force within a system moves a center. If all centers rest, it
// fits the particles themselves. It returns 1 and false if there is no such T.
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

// center returns the mean of vectors [n,3].
func center(vectors []float32) (mean [3]float64) {
	for i, x := range vectors {
		mean[i%3] += 3 * float64(x) / float64(len(vectors))
	}
	return mean
}

// neighborDistance returns the typical distance of two particles. It is the root mean square
// distance of particles from the mean of their system, times the square root of 2. In a
// periodic cell it is the spacing of the particles. It is 0 if all particles of each system are
// at the same position.
func neighborDistance(samples []system.Sample) float64 {
	var sum float64
	count := 0
	for _, s := range samples {
		if volume := s.Volume(); volume > 0 { // a periodic system has no extent of its own
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

// Deflection returns the root mean square distance of the targets from x + v T.
func Deflection(samples []system.Sample, time float64) float64 {
	count := 0
	for _, s := range samples {
		count += s.Particles()
	}
	return math.Sqrt(Missed(samples, time) / float64(max(count, 1)))
}

// Missed returns the sum of the squared distances of the targets from x + v T.
func Missed(samples []system.Sample, time float64) (sum float64) {
	for _, s := range samples {
		for i, x := range s.Position {
			offset := float64(s.TargetPosition[i]) - float64(x) - float64(time*float64(s.Velocity[i]))
			sum += float64(offset * offset)
		}
	}
	return sum
}

// SpeedTime returns the root mean square displacement to the targets over the root mean square
// velocity, or 0 if nothing moves.
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
