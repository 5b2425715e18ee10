package run

import (
	"cmp"
	"fmt"
	"math"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/system"
)

// These are the values of Options.Scale besides "", with which networks see the data's own
// numbers.
const (
	AutoScale = "auto" // divides unless a published model gets data like the paper's
	DataScale = "data" // divides by the data's length and time
)

// Scales lists the values of Options.Scale besides "".
var Scales = []string{AutoScale, DataScale}

// seenLength and seenTime are the length and the time of scaled data. They are the values of
// the paper's simulated systems, for which its options are made.
const (
	seenLength = 4
	seenTime   = 1
)

// paperData lists the lengths and the times of the data of the paper's experiments, in their
// units. Simulated systems may also be in decimal multiples of these. Motion capture is in the
// unit of its files, and molecules are in angstrom and angstrom per frame. The velocities of
// molecules say nothing about the positions of atoms 3000 frames later.
var paperData = []struct {
	name         string
	decimal      bool
	straight     bool // constant velocity predicts the targets better than rest
	length, time system.Range
}{
	{"simulations", true, true, system.Range{Least: 3, Most: 5.5}, system.Range{Least: 0.8, Most: 1.25}},
	{"motion capture", false, true, system.Range{Least: 9, Most: 17}, system.Range{Least: 20, Most: 40}},
	{"molecules", false, false, system.Range{Least: 1.4, Most: 4.5}, system.Range{Least: 20, Most: 250}},
}

// ScaleFor returns the scale by which a model divides the data, with a sentence that says why.
// With AutoScale, data like the paper's stay as they are, or are divided by the powers of ten
// that make them so. A model that knows the length of its data always divides by it unless the
// rule is "". A model of a program's own does so only with DataScale. Models that integrate a
// law of motion, or that move bodies on joints or among planes, do not scale.
func ScaleFor(rule string, c config.Config, data *datasets.Data) (scale config.Scale, why string) {
	description := config.Describe(c.Model)
	if rule == "" || len(data.Train) == 0 || rule == AutoScale && description.IsRegistered() {
		return config.Scale{}, ""
	}
	if config.Cartesian(c.Integrator) || c.Jointed() || c.Contacting() {
		return config.Scale{}, "" // its networks see ratios, and its constants are in the data's units
	}
	length := datasets.Length(data)
	time, straight := movingTime(data.Train)
	like := ""
	scale = config.Scale{Length: length / seenLength, Velocity: length / time * seenTime / seenLength}
	if rule == AutoScale && !description.Scaled {
		for _, paper := range paperData {
			lengthUnit, timeUnit := 1., 1.
			if paper.decimal {
				lengthUnit, timeUnit = decimal(length, paper.length), decimal(time, paper.time)
			}
			if paper.straight == straight && paper.length.Holds(length/lengthUnit) && paper.time.Holds(time/timeUnit) {
				scale, like = config.Scale{Length: lengthUnit, Velocity: lengthUnit / timeUnit}, ", as the paper's "+paper.name
				break
			}
		}
	}
	return scale.Ones(), fmt.Sprintf("the data have a typical length of %.3g and a time of %.3g in their units%s: %s", length, time, like, scale)
}

// decimal returns the power of ten that divides a value to be nearest to the middle of a range,
// on a logarithmic scale.
func decimal(value float64, near system.Range) float64 {
	return math.Pow10(int(math.Round(math.Log10(value / math.Sqrt(near.Least*near.Most)))))
}

// movingTime returns the time in which particles move as far as they do, in the unit of
// positions over the unit of velocities. If constant velocity for the best time predicts better
// than rest, it is that time. Otherwise it follows from the speeds, and is 1 if nothing moves.
func movingTime(samples []system.Sample) (time float64, straight bool) {
	time, known := datasets.CenterTime(samples)
	if known && datasets.Missed(samples, time) < datasets.Missed(samples, 0) {
		return time, true
	}
	return cmp.Or(datasets.SpeedTime(samples), 1), false
}

// WithScalesOf returns the configuration, for the data, with the length and the scale of the
// run whose weights it starts from. Its networks then see the numbers that they know, even if
// the data are in other units. It is an error if the ratio of the units is not known.
func WithScalesOf(source Config, c config.Config, data *datasets.Data) (config.Config, error) {
	from := datasets.About{}
	if source.Data != nil {
		from = source.Data.About()
	}
	to := data.About
	length, lengthKnown := units.Ratio(from.LengthUnit, to.LengthUnit)
	velocity, velocityKnown := units.Ratio(from.VelocityUnit, to.VelocityUnit)
	if !lengthKnown || !velocityKnown {
		return c, fmt.Errorf("the weights are of a run on positions in %q and velocities in %q, and the data have %q and %q: convert the data, or draw all weights",
			from.LengthUnit, from.VelocityUnit, to.LengthUnit, to.VelocityUnit)
	}
	before := source.Model
	c.Length, c.Deflection = before.Length*length, before.Deflection*length
	c.Scale = config.Scale{Length: cmp.Or(before.Scale.Length, 1) * length, Velocity: cmp.Or(before.Scale.Velocity, 1) * velocity}.Ones()
	return c, nil
}
