package checks

import (
	"fmt"
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

const (
	// fewCorrelated is the least number of samples for a correlation.
	fewCorrelated = 20
	// related is the least correlation of a particle's velocities with its displacements. If a
	// particle has rotated by more than half a turn, the correlation is below backwards.
	related, backwards = 0.5, -0.3
	// nearer is the least ratio between two distances of correlations from 1, with the
	// particle's own displacements and with those of another, for velocities in another order.
	// equal is a difference of correlations that is ignored.
	nearer, equal = 2, 1e-4
	// against is the correlation of all velocities with displacements below which they point
	// back. unrelated is the ratio to the correlation at the other end below which velocities
	// are unrelated.
	against, unrelated = -0.5, 0.4
	// comparable is the least fraction of the sum of squares at the other end for such a
	// comparison.
	comparable = 0.1
)

// velocities finds velocities that belong to other particles, other samples or other
// directions.
func velocities(s *subject) result {
	for _, find := range []func(*subject) string{otherOrder, otherDirection, otherAxes} {
		if found := find(s); found != "" {
			return measure(1, found)
		}
	}
	return result{}
}

func atInput(sample *system.Sample) []float32  { return sample.Velocity }
func atTarget(sample *system.Sample) []float32 { return sample.TargetVelocity }

// otherDirection finds velocities that point against the displacements from inputs to targets,
// or that correlate with them much less than those at the other end.
func otherDirection(s *subject) string {
	names := [...]string{"v0", "vT"}
	var correlations, squares [2]float64
	for k, velocity := range [...]func(*system.Sample) []float32{atInput, atTarget} {
		correlations[k], squares[k] = s.correlation(velocity)
	}
	for k, own := range correlations {
		if own < against {
			return fmt.Sprintf("%s points against the displacements from x0 to xT (correlation %.2g), as of what turns by more than half a round", names[k], own)
		}
	}
	for k, own := range correlations {
		if other := correlations[1-k]; other > related && own < unrelated*other && squares[k] > comparable*squares[1-k] {
			return fmt.Sprintf("%s goes with the displacements from x0 to xT by a correlation of %.2g only, and %s by %.2g", names[k], own, names[1-k], other)
		}
	}
	return ""
}

// correlation returns the correlation of all velocities with the displacements of their
// particles, and the sum of the velocities' squares. It returns 0 if too few samples have such
// velocities.
func (s *subject) correlation(velocity func(*system.Sample) []float32) (correlation, squares float64) {
	var all balance
	samples := 0
	for k := range s.train {
		sample := &s.train[k]
		if velocity(sample) != nil {
			samples++
		}
		for i, v := range velocity(sample) {
			all.take(float64(v), float64(sample.TargetPosition[i])-float64(sample.Position[i]))
		}
	}
	if samples < fewCorrelated {
		return 0, 0
	}
	return all.correlation(), all.gains
}

// otherOrder finds velocities whose particles are in another order than positions, because over
// all samples they correlate with the displacements of other particles. Velocities at inputs
// and at targets correlate alike with displacements, also if particles rotate fast. So those at
// one end are in another order if those at the other end are not, or if both are in the same
// order.
func otherOrder(s *subject) string {
	all := [2][][]float64{s.correlations(atInput), s.correlations(atTarget)}
	if all[0] == nil || all[1] == nil {
		return ""
	}
	for k, name := range [...]string{"v0", "vT"} {
		if count, from, to := elsewhere(all[k], all[1-k]); count > 1 {
			return fmt.Sprintf("%s of particle %d goes with the displacement from x0 to xT of particle %d, not with its own (%d such particles)", name, from, to, count)
		}
	}
	return ""
}

// elsewhere returns the number of particles whose velocities correlate with the displacements
// of others, each of a different one, and the first such pair. others holds the correlations of
// the velocities at the other end.
func elsewhere(velocities, others [][]float64) (count, from, to int) {
	taken := map[int]bool{}
	for i, row := range velocities {
		own, best := row[i], largest(row)
		if row[best] < related || own < backwards || !farther(own, row[best]) || taken[best] {
			continue
		}
		if !farther(own, others[i][i]) && largest(others[i]) != best {
			continue
		}
		if count++; count == 1 {
			from, to = i, best
		}
		taken[best] = true
	}
	return count, from, to
}

// largest returns the index of the largest number.
func largest(row []float64) (at int) {
	for j := range row {
		if row[j] > row[at] {
			at = j
		}
	}
	return at
}

// farther reports whether a correlation is much farther from 1 than another.
func farther(own, other float64) bool { return 1-own > float64(nearer*(1-other))+equal }

// correlations returns the correlations of the velocities of each particle with the
// displacement of each particle to its target. It uses the training samples with as many
// particles as the first. It returns nil if too few have such velocities.
func (s *subject) correlations(velocity func(*system.Sample) []float32) [][]float64 {
	if len(s.train) < fewCorrelated || s.train[0].Particles() > mostPairs {
		return nil
	}
	samples, particles := 0, s.train[0].Particles()
	rows := make([][]float64, particles)
	for i := range rows {
		rows[i] = make([]float64, particles)
	}
	speeds, displacements := make([]float64, particles), make([]float64, particles)
	for k := range s.train {
		sample := &s.train[k]
		v := velocity(sample)
		if v == nil || sample.Particles() != particles {
			continue
		}
		samples++
		for i := range particles {
			own, displacement := vector.At(v, i), vector.Plus(vector.At(sample.TargetPosition, i), -1, vector.At(sample.Position, i))
			speeds[i], displacements[i] = speeds[i]+vector.Dot(own, own), displacements[i]+vector.Dot(displacement, displacement)
			for j := range particles {
				rows[j][i] += vector.Dot(vector.At(v, j), displacement)
			}
		}
	}
	if samples < fewCorrelated {
		return nil
	}
	for i, row := range rows {
		for j := range row {
			row[j] /= max(math.Sqrt(speeds[i]*displacements[j]), math.SmallestNonzeroFloat64)
		}
	}
	return rows
}
