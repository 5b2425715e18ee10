package checks

import (
	"fmt"
	"math"
	"strings"

	"gmnc/system"
)

const (
	// alikeTimes is the ratio of the times that velocities and displacements give along the
	// axes up to which the times count as equal. Motions back and forth have other times.
	alikeTimes = 1.5
	// flat is the fraction of all squares below which nothing moves along an axis.
	flat = 1e-6
)

// otherAxes finds velocities whose axes are not those of positions, both at inputs and at
// targets. They correlate with displacements along other axes, or inversely along some. What
// rotates about an axis also correlates with other axes, but the mean of its velocities at both
// ends is along its displacement.
func otherAxes(s *subject) string {
	known := system.WithoutTargetVelocity(s.train) < 0
	m := along(halfway(s.train, known))
	if len(s.train) < fewCorrelated {
		return ""
	}
	best := m.assign()
	var texts []string
	var times []float64
	for from, to := range best {
		if m.speeds[from] < flat*m.speed && m.displacements[to] < flat*m.displacement {
			continue
		}
		own, other := m.correlation(from, from), m.correlation(from, to)
		times = append(times, math.Abs(m.both[from][to])/m.speeds[from])
		switch {
		case math.Abs(other) < related:
			return ""
		case from != to && (!farther(own, math.Abs(other)) || !known && other*m.correlation(to, best[to]) < 0):
			return ""
		case from != to || other < 0:
			texts = append(texts, fmt.Sprintf("%c with those along %s%c", "xyz"[from], map[bool]string{true: "-"}[other < 0], "xyz"[to]))
		}
	}
	for _, time := range times {
		if apartBy(time, times[0], alikeTimes) {
			return ""
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "velocities do not go with the displacements from x0 to xT along their own axes, but along " + strings.Join(texts, ", ")
}

// axes holds the sums of squares of velocities and displacements, along each axis and in all,
// and the sums of their products.
type axes struct {
	speeds, displacements [3]float64
	both                  [3][3]float64 // products of velocities along the first axis and displacements along the second
	speed, displacement   float64
}

func along(samples []system.Sample) (m axes) {
	for k := range samples {
		sample := &samples[k]
		for i, v := range sample.Velocity {
			from := i % 3
			for to := range 3 {
				at := i - from + to
				displacement := float64(sample.TargetPosition[at]) - float64(sample.Position[at])
				m.both[from][to] += float64(float64(v) * displacement)
				if from == to {
					m.speeds[from], m.displacements[to] = m.speeds[from]+float64(float64(v)*float64(v)), m.displacements[to]+float64(displacement*displacement)
				}
			}
		}
	}
	for axis := range 3 {
		m.speed, m.displacement = m.speed+m.speeds[axis], m.displacement+m.displacements[axis]
	}
	return m
}

// correlation returns the correlation of velocities along an axis and displacements along
// another, or 0 if nothing moves.
func (m *axes) correlation(from, to int) float64 {
	return m.both[from][to] / max(math.Sqrt(m.speeds[from]*m.displacements[to]), math.SmallestNonzeroFloat64)
}

// assign returns, for each axis of velocities, the axis of displacements with which they
// correlate, each only once.
func (m *axes) assign() (best [3]int) {
	most := -1.
	for _, order := range [][3]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}} {
		sum := 0.
		for from, to := range order {
			sum += math.Abs(m.correlation(from, to))
		}
		if sum > most {
			best, most = order, sum
		}
	}
	return best
}
