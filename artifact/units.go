package artifact

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/system"
)

// Conversion converts samples from the units of a data set to the units of a model, and
// predictions back, if the ratios are exact. Its zero value converts nothing.
type Conversion struct {
	// What is a sentence for users that says how the units differ, or "" if they are the same.
	What string
	// Position and Velocity are the factors by which the numbers of the data are multiplied.
	Position, Velocity float64

	returned float64 // the divisor of the returned velocity
}

// Conversion returns the conversion from the units of a data set to the units of the training.
// If one of the two does not state a unit, the units are taken as the same. It is an error if
// units differ and their ratio is not known, or if intervals differ.
func (m *Model) Conversion(data *datasets.Data) (Conversion, error) {
	trained := m.run.Config.Data
	same := Conversion{Position: 1, Velocity: 1, returned: 1}
	if trained == nil {
		return same, nil
	}
	length, lengthKnown := units.Ratio(data.About.LengthUnit, trained.LengthUnit)
	velocity, velocityKnown := units.Ratio(data.About.VelocityUnit, trained.VelocityUnit)
	for _, unit := range []struct {
		what, of, given string
		known           bool
	}{
		{"positions in", trained.LengthUnit, data.About.LengthUnit, lengthKnown},
		{"velocities in", trained.VelocityUnit, data.About.VelocityUnit, velocityKnown},
		{"an interval of", trained.Interval, data.About.Interval, sameInterval(data.About, trained.About(), length, velocity)},
	} {
		if !unit.known {
			return same, fields.Errorf("the model was trained on %s %s, and the data set has %s %s: its predictions would be wrong; convert the data, or predict all the same with {units} ignore",
				unit.what, unit.of, unit.what, unit.given)
		}
	}
	if length == 1 && velocity == 1 {
		return same, nil
	}
	if err := m.convertible(data); err != nil {
		return same, err
	}
	// Units are trusted if the data's own motions do not contradict them.
	moving := *data
	moving.Train = slices.Concat(data.Train, data.Valid, data.Test)
	if err := datasets.CheckTime(&moving); err != nil {
		return same, err
	}
	c := Conversion{Position: length, Velocity: velocity, returned: length}
	if m.TrueVelocity() || m.run.Config.Model.Describe().Scaled {
		c.returned = velocity
	}
	c.What = fmt.Sprintf("positions in %s and velocities in %s are converted to the model's %s and %s, and predictions back",
		data.About.LengthUnit, data.About.VelocityUnit, trained.LengthUnit, trained.VelocityUnit)
	return c, nil
}

// convertible returns an error if more than positions and velocities may be in another unit, or
// if a unit of positions or velocities is not known.
func (m *Model) convertible(data *datasets.Data) error {
	config, about, trained := m.run.Config.Model, data.About, m.run.Config.Data
	const remedy = "convert the data, or predict all the same with {units} ignore"
	if len(config.NodeFeatures)+len(config.EdgeFeatures) > 0 {
		return fields.Errorf("the model was trained on other units, and takes features that may have one, too: %s", remedy)
	}
	if about.LengthUnit == "" || about.VelocityUnit == "" || trained.LengthUnit == "" || trained.VelocityUnit == "" {
		return fields.Errorf("the model was trained on positions in %q and velocities in %q, and the data set has %q and %q: where one unit differs, both must be known; %s",
			trained.LengthUnit, trained.VelocityUnit, about.LengthUnit, about.VelocityUnit, remedy)
	}
	return nil
}

// silent reports whether two texts are the same, or one of them is empty.
func silent(a, b string) bool { return a == "" || b == "" || a == b }

// sameTime is the relative difference by which intervals may differ. An interval in float32,
// and one that is the difference of two times, are not equal to the last bit.
const sameTime = 1e-6

// sameInterval reports whether two data sets predict equally far ahead, if both state their
// interval and its unit converts. The arguments length and velocity are the ratios of their
// units.
func sameInterval(from, to datasets.About, length, velocity float64) bool {
	if silent(from.Interval, to.Interval) {
		return true
	}
	one, known, err := from.Time()
	other, otherKnown, otherErr := to.Time()
	return known && otherKnown && err == nil && otherErr == nil && math.Abs(one*length/velocity/other-1) < sameTime
}

// Samples returns copies of the samples with inputs in the model's units. Targets are not
// converted.
func (c Conversion) Samples(samples []system.Sample) []system.Sample {
	if c.What == "" {
		return samples
	}
	converted := make([]system.Sample, len(samples))
	for i, s := range samples {
		converted[i] = c.sample(s)
	}
	return converted
}

// sample converts the inputs of a sample, in all frames.
func (c Conversion) sample(s system.Sample) system.Sample {
	for _, f := range system.Fields() {
		if values := f.Of(&s); values != nil && !f.Target {
			f.Set(&s, c.field(f, values))
		}
	}
	if s.Trajectory == nil || len(s.Trajectory.Given) == 0 {
		return s
	}
	moving := *s.Trajectory
	moving.Given = nil
	for _, given := range s.Trajectory.Given {
		moving.Given = append(moving.Given, system.Values{Field: given.Field, Values: c.field(given.Field, given.Values)})
	}
	s.Trajectory = &moving
	return s
}

// field converts the values of a field, whose columns may have units of their own.
func (c Conversion) field(f *system.Field, values []float32) []float32 {
	if f.Turns != system.Planar {
		if f.Unit == (system.Unit{}) {
			return values
		}
		return multiplied(values, c.factor(f.Unit))
	}
	converted := make([]float32, len(values))
	for i, value := range values {
		converted[i] = float32(float64(value) * c.factor(f.UnitOf(i%f.Columns)))
	}
	return converted
}

// factor returns the factor by which numbers of a unit are multiplied. Masses and charges are
// assumed to be in the model's units.
func (c Conversion) factor(unit system.Unit) float64 {
	switch unit {
	case system.Position.Unit:
		return c.Position
	case system.Velocity.Unit:
		return c.Velocity
	}
	return math.Pow(c.Position, float64(unit.Length)) * math.Pow(c.Position/c.Velocity, float64(unit.Time))
}

// Predictor returns a predictor in the units of the data that uses a predictor in the units of
// the model.
func (c Conversion) Predictor(p predict.Predictor) predict.Predictor {
	if c.What == "" {
		return p
	}
	return converting{p, c}
}

type converting struct {
	predict.Predictor
	Conversion
}

func (c converting) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	representable, at, err := c.representable(samples)
	if err != nil {
		return nil, nil, err
	}
	position, velocity, err = c.Predictor.Predict(representable)
	if err != nil {
		return nil, nil, system.Renumber(err, func(i int) int { return at[i] })
	}
	return spread(multiplied(position, 1/c.Position), samples, at, 3), spread(multiplied(velocity, 1/c.returned), samples, at, 3), nil
}

// Outputs returns positions and velocities with their radii and spreads. The unit of any other
// output is not known.
func (c converting) Outputs(samples []system.Sample) (map[string][]float32, error) {
	representable, at, err := c.representable(samples)
	if err != nil {
		return nil, err
	}
	outputs, err := c.Predictor.Outputs(representable)
	for name, values := range outputs {
		switch name {
		case system.Position.Name:
			outputs[name] = spread(multiplied(values, 1/c.Position), samples, at, 3)
		case system.Velocity.Name:
			outputs[name] = spread(multiplied(values, 1/c.returned), samples, at, 3)
		case graph.PositionRadius, graph.PositionSpread:
			outputs[name] = spread(multiplied(values, 1/c.Position), samples, at, 1)
		case graph.VelocityRadius, graph.VelocitySpread:
			outputs[name] = spread(multiplied(values, 1/c.returned), samples, at, 1)
		case graph.SystemRadius:
			outputs[name] = spread(multiplied(values, 1/c.Position), samples, at, 0)
		default:
			return nil, fmt.Errorf("the output %s has a unit that is not known: convert the data to the model's units", name)
		}
	}
	return outputs, system.Renumber(err, func(i int) int { return at[i] })
}

// representable returns the converted samples whose numbers float32 represents in the model's
// units, and their indices among all samples.
func (c converting) representable(samples []system.Sample) (representable []system.Sample, at []int, err error) {
	if err := system.CheckInputs(samples); err != nil {
		return nil, nil, err
	}
	converted := c.Samples(samples)
	for i := range converted {
		if system.CheckInputs(converted[i:i+1]) == nil {
			representable, at = append(representable, converted[i]), append(at, i)
		}
	}
	return representable, at, nil
}

// spread moves the values of representable samples to their positions among all samples. There
// are columns numbers for each particle or, if columns is 0, one number for each sample. The
// values of the other samples are NaN.
func spread(values []float32, samples []system.Sample, at []int, columns int) (all []float32) {
	for i, s := range samples {
		count := columns * s.Particles()
		if columns == 0 {
			count = 1
		}
		if len(at) == 0 || at[0] != i {
			all = append(all, slices.Repeat([]float32{float32(math.NaN())}, count)...)
			continue
		}
		all, values, at = append(all, values[:count]...), values[count:], at[1:]
	}
	return all
}

func multiplied(values []float32, by float64) []float32 {
	products := make([]float32, len(values))
	for i, value := range values {
		products[i] = float32(float64(value) * by)
	}
	return products
}
