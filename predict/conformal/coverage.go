package conformal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/builder/graph"
	"gmnc/internal/median"
	"gmnc/predict"
	"gmnc/system"
)

// Coverage says how many errors lie within their radii.
type Coverage struct {
	Level     float64 `json:"level"` // the probability that was stated
	Samples   int     `json:"samples"`
	Particles int     `json:"particles"`
	Position  float64 `json:"position"` // the fraction of particles
	System    float64 `json:"system"`   // the fraction of systems
	// Velocity is the fraction of particles whose velocities are within their radii, or nil if
	// velocities are not true ones.
	Velocity *float64 `json:"velocity,omitempty"`
}

// Measured is a coverage with further measurements of radii.
type Measured struct {
	Coverage
	// Median is the median of the radii of positions. Quantile is the quantile of errors at the
	// level: if all particles had the same radius, it would be this.
	Median   float64 `json:"median_radius"`
	Quantile float64 `json:"error_quantile"`
	// Rank is the rank correlation of radii and errors, or 0 if one of them is the same for all
	// particles.
	Rank   float64 `json:"rank_correlation"`
	shares []share
}

// Radii holds the radii of a model for samples: those of particles and those of systems.
type Radii struct {
	Position, Velocity []float32 // [particles]; Velocity may be nil
	System             []float32 // [samples]
	// In a rollout these are the root mean squares of the displacements of a particle, or of
	// all particles of a sample, in a step.
	motion, systemMotion []float64
}

// check returns an error unless there are radii for that many particles and systems.
func (r Radii) check(particles, systems int) error {
	if len(r.Position) != particles || len(r.System) != systems || r.Velocity != nil && len(r.Velocity) != particles {
		return fmt.Errorf("%d radii of particles and %d of systems: expected %d and %d", len(r.Position), len(r.System), particles, systems)
	}
	return nil
}

// Measure compares the radii of a level with errors.
func Measure(level float64, r Radii, e Errors) (Measured, error) {
	if err := r.check(len(e.Position), len(e.Sizes)); err != nil {
		return Measured{}, err
	}
	m := Measured{Coverage: Coverage{Level: level, Samples: len(e.Sizes), Particles: len(e.Position)}}
	position := within("particles' positions", r.Position, e.Position, e.Sizes)
	system := within("systems", r.System, rootMeanSquares(e.Position, e.Sizes), slices.Repeat([]int{1}, len(e.Sizes)))
	m.Position, m.System, m.shares = position.value, system.value, []share{position, system}
	if r.Velocity != nil && e.Velocity != nil {
		velocity := within("particles' velocities", r.Velocity, e.Velocity, e.Sizes)
		m.Velocity, m.shares = &velocity.value, append(m.shares, velocity)
	}
	radii := make([]float64, len(r.Position))
	for i, radius := range r.Position {
		radii[i] = float64(radius)
	}
	m.Median, m.Quantile = median.Of(radii), quantile(e.Position, level)
	m.Rank = rankCorrelation(radii, e.Position)
	return m, nil
}

// tolerance is how much smaller than stated a share may be, besides three standard errors due
// to the number of samples.
const tolerance = 0.02

// Err returns an error if a share is smaller than stated by more than chance allows.
func (m Measured) Err() error {
	for _, one := range m.shares {
		if least := m.Level - tolerance - float64(3*one.deviation); one.value < least {
			return fmt.Errorf("the radius is too small: %.1f %% of the %s lie within, where %g %% are stated and %.1f %% would pass for chance (%d samples)",
				100*one.value, one.of, 100*m.Level, 100*least, m.Samples)
		}
	}
	return nil
}

// String returns the coverage in a line.
func (c Coverage) String() string {
	velocities := ""
	if c.Velocity != nil {
		velocities = fmt.Sprintf(", of %.1f %% of their velocities", 100**c.Velocity)
	}
	return fmt.Sprintf("the radius of %g %% covers the truth of %.1f %% of %d particles%s and of %.1f %% of %d systems", 100*c.Level, 100*c.Position, c.Particles, velocities, 100*c.System, c.Samples)
}

// String returns the measurement in a line.
func (m Measured) String() string {
	return fmt.Sprintf("%s; its median is %.3g, %.2f times the error below which %g %% of the particles stay, and its rank correlation with the errors is %.2f",
		m.Coverage, m.Median, m.Median/m.Quantile, 100*m.Level, m.Rank)
}

// Table returns the rows of the measurement, for a table of a model's errors. The unit of
// lengths may be empty.
func (m Measured) Table(unit string) []predict.Row {
	rows := []predict.Row{{Name: fmt.Sprintf("within the radius of %g %%", 100*m.Level), Value: fmt.Sprintf("%.1f %% of particles, %.1f %% of systems", 100*m.Position, 100*m.System)}}
	if m.Velocity != nil {
		rows = append(rows, predict.Row{Name: "the same of velocities", Value: fmt.Sprintf("%.1f %% of particles", 100**m.Velocity)})
	}
	return append(rows,
		predict.Row{Name: "median radius", Value: predict.Length(m.Median, unit)},
		predict.Row{Name: fmt.Sprintf("%g %% of errors below", 100*m.Level), Value: predict.Length(m.Quantile, unit)},
		predict.Row{Name: "rank of radius and error", Value: fmt.Sprintf("correlation %.2f", m.Rank)})
}

// share is the fraction of the errors of a kind that lie within radii, with its standard error.
type share struct {
	of               string
	value, deviation float64
}

// within returns the share of errors that lie within radii. Its standard error treats systems
// as independent, but not the particles of one system.
func within(of string, radii []float32, errors []float64, sizes []int) share {
	found := share{of: of}
	var shares []float64
	at := 0
	for _, size := range sizes {
		covered := 0.
		for i := at; i < at+size; i++ {
			if errors[i] <= float64(radii[i]) {
				covered++
			}
		}
		found.value += covered / float64(len(errors))
		shares = append(shares, covered/float64(size))
		at += size
	}
	squares := 0.
	for _, one := range shares {
		squares += float64((one - found.value) * (one - found.value))
	}
	found.deviation = math.Sqrt(squares) / float64(len(shares))
	return found
}

// rootMeanSquares returns the root mean squares of the values of systems, over their
// particles.
func rootMeanSquares(values []float64, sizes []int) (all []float64) {
	for _, size := range sizes {
		sum := 0.
		for _, x := range values[:size] {
			sum += float64(x * x)
		}
		all, values = append(all, math.Sqrt(sum/float64(size))), values[size:]
	}
	return all
}

// rankCorrelation returns Spearman's rank correlation, or 0 if all values of one kind are the
// same.
func rankCorrelation(x, y []float64) float64 {
	first, second := ranks(x), ranks(y)
	if stat.Variance(first, nil) > 0 && stat.Variance(second, nil) > 0 {
		return stat.Correlation(first, second, nil)
	}
	return 0
}

// ranks returns the ranks of values. Equal values share the mean of their ranks.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	places := make([]float64, len(values))
	for first := 0; first < len(order); {
		end := first + 1
		for end < len(order) && values[order[end]] == values[order[first]] {
			end++
		}
		for _, i := range order[first:end] {
			places[i] = float64(first+end-1) / 2
		}
		first = end
	}
	return places
}

// ErrorsOf returns the errors of a model's outputs for samples, with the features of its radius
// if the outputs have them. Velocities are included if they are true ones and all samples have
// target velocities.
func ErrorsOf(samples []system.Sample, outputs map[string][]float32, trueVelocity bool) (e Errors, err error) {
	at, position, velocity := 0, outputs[system.Position.Name], outputs[system.Velocity.Name]
	velocities := trueVelocity && system.WithoutTargetVelocity(samples) < 0
	for i := range samples {
		s := &samples[i]
		end := at + len(s.Position)
		if len(s.TargetPosition) != len(s.Position) || len(position) < end || velocities && len(velocity) < end {
			return e, fmt.Errorf("sample %d: %d numbers were predicted of its positions and %d are the target; expected %d", i, max(len(position)-at, 0), len(s.TargetPosition), len(s.Position))
		}
		e.Position = append(e.Position, predict.Distances(position[at:end], s.TargetPosition)...)
		if velocities {
			e.Velocity = append(e.Velocity, predict.Distances(velocity[at:end], s.TargetVelocity)...)
		}
		e.Sizes = append(e.Sizes, s.Particles())
		at = end
	}
	e.Squares = outputs[graph.RadiusFeatures]
	return e, nil
}

// RadiiOf returns the radii among a model's outputs.
func RadiiOf(outputs map[string][]float32) Radii {
	return Radii{Position: outputs[graph.PositionRadius], Velocity: outputs[graph.VelocityRadius], System: outputs[graph.SystemRadius]}
}
