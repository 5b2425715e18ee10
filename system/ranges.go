package system

import (
	"errors"
	"fmt"
	"math"
)

// Range is the least and the largest value of a quantity.
type Range struct {
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// nothing is the range of no values.
var nothing = Range{math.Inf(1), math.Inf(-1)}

// Holds reports whether a value is in the range.
func (r Range) Holds(value float64) bool { return r.Least <= value && value <= r.Most }

func (r *Range) take(value float64) { r.Least, r.Most = min(r.Least, value), max(r.Most, value) }

// Ranges are the ranges of the states of samples. A model that was trained on these samples is
// not reliable far outside of the ranges. Lengths and speeds are in the samples' units. A range
// is nil if no sample has the quantity.
type Ranges struct {
	Particles *Range `json:"particles,omitempty"` // of a system
	// Nearest is the distance between the two nearest particles of a system, in a periodic cell
	// of their nearest images. Extent is the distance of the farthest particle from the
	// centroid.
	Nearest *Range `json:"nearest_distance,omitempty"`
	Extent  *Range `json:"extent,omitempty"`
	Speed   *Range `json:"speed,omitempty"` // of a particle
	Charge  *Range `json:"charge,omitempty"`
	// Coordinate is the range of all coordinates of positions, and Bar is the range of the
	// lengths of bars.
	Coordinate *Range `json:"coordinate,omitempty"`
	Bar        *Range `json:"bar_length,omitempty"`
	// Reach is the distance between listed neighbors in a periodic cell, to the nearest image.
	Reach *Range `json:"neighbor_distance,omitempty"`
	// Structures are the first few different structures of the systems that are not too large.
	Structures []Structure `json:"structures,omitempty"`
	// Fields are the ranges of the other fields, over all frames.
	Fields []FieldRange `json:"fields,omitempty"`
	// Typical are the ranges without the hundredth of the samples at either end. It is nil if no
	// range differs. It has the ranges of all fields or of none.
	Typical *Ranges `json:"usual,omitempty"`
}

// MeasureRanges returns the ranges of the samples. columns names the columns of a field whose
// columns the data set names; it may be nil.
func MeasureRanges(samples []Sample, columns func(*Field) []string) *Ranges {
	ranges, typical := new(Ranges), new(Ranges)
	differ := false
	for _, q := range quantities {
		var all spans
		for i := range samples {
			all.take(q.of(&samples[i]))
		}
		*q.locate(ranges), *q.locate(typical) = all.extremes(), all.typical()
		differ = differ || *q.locate(typical) != nil
	}
	ranges.Fields, typical.Fields = measureFields(samples, columns)
	ranges.Structures = structures(samples)
	if differ || typical.Fields != nil {
		ranges.Typical = typical
	}
	return ranges
}

// Largest returns which of the coordinates, the speeds, the charges and the other fields that a
// model takes may have the largest sum of squares in a system, the value farthest from 0, and
// the sum. For coordinates and speeds the sum assumes that all numbers of the largest system
// have this value. The name is "" if nothing is known.
func (r *Ranges) Largest(takes func(*Field) bool) (name string, value, squares float64) {
	take := func(of string, known *Range, count float64) {
		if known == nil {
			return
		}
		for _, end := range []float64{known.Least, known.Most} {
			if sum := float64(count * float64(end*end)); sum > squares {
				name, value, squares = of, end, sum
			}
		}
	}
	particles := 1.0
	if r.Particles != nil {
		particles = r.Particles.Most
	}
	take("coordinate", r.Coordinate, 3*particles)
	take("speed", r.Speed, particles)
	if takes(Charge) {
		take("charge", r.Charge, 1)
	}
	for i := range r.Fields {
		if f := FieldNamed(r.Fields[i].Field); f != nil && takes(f) {
			take(r.Fields[i].title(), &r.Fields[i].Range, 1)
		}
	}
	return name, value, squares
}

// Validate reports a range that no system can have. Its end is before its beginning, or its
// numbers are less than the quantity can be or beyond float32.
func (r *Ranges) Validate() error {
	for _, q := range quantities {
		if known := *q.locate(r); known != nil {
			if err := known.validate(q.name, q.least); err != nil {
				return err
			}
		}
	}
	for _, known := range r.Fields {
		least := -math.MaxFloat32
		if f := FieldNamed(known.Field); f != nil && f.Turns != Scalar {
			least = 0 // the length of a vector
		}
		if err := known.validate(known.title(), least); err != nil {
			return err
		}
	}
	for _, inside := range []struct {
		name string
		of   *Range
	}{{"nearest distance", r.Nearest}, {"length of bars", r.Bar}} {
		const rounding = 1e-6
		if r.Extent != nil && inside.of != nil && inside.of.Most > 2*r.Extent.Most*(1+rounding) {
			return fmt.Errorf("%s: %g at most, and no particle is farther than %g from the centroid of its system", inside.name, inside.of.Most, r.Extent.Most)
		}
	}
	switch {
	case r.Typical == nil:
		return nil
	case r.Typical.Typical != nil || len(r.Typical.Fields) > 0 && len(r.Typical.Fields) != len(r.Fields):
		return errors.New("usual: expected ranges of the same quantities")
	}
	return r.Typical.Validate()
}

// farthestApart is more than any distance between two positions in float32.
const farthestApart = 4 * math.MaxFloat32

// validate reports a range that is not one of numbers of at least least.
func (r Range) validate(name string, least float64) error {
	if least <= r.Least && r.Least <= r.Most && r.Most <= farthestApart {
		return nil
	}
	return fmt.Errorf("%s: %g to %g: expected a range of numbers from %.4g on", name, r.Least, r.Most, least)
}

// Lines describes the ranges, one quantity per line. Neighboring columns with the same range
// share a line, which names the first and the last.
func (r *Ranges) Lines() (known []string) {
	inner := r.Drawn()
	for _, q := range quantities {
		if spanned := *q.locate(r); spanned != nil {
			known = append(known, spanned.text(q.name, **q.locate(inner)))
		}
	}
	for i := 0; i < len(r.Fields); {
		first, end := r.Fields[i], i+1
		for end < len(r.Fields) && r.Fields[end].Range == first.Range && inner.Fields[end].Range == inner.Fields[i].Range {
			end++
		}
		name := first.title()
		if last := r.Fields[end-1].title(); end > i+1 && last != name {
			name += "..." + last
		}
		known = append(known, first.text(name, inner.Fields[i].Range))
		i = end
	}
	return known
}

// text describes a range, and also the typical range if it prints differently.
func (r Range) text(name string, typical Range) string {
	text, inner := r.digits(), typical.digits()
	if inner != text {
		text += fmt.Sprintf(" (%s)", inner)
	}
	return name + " " + text
}

// digits prints both ends of a range, or one number if they print alike.
func (r Range) digits() string {
	least, most := fmt.Sprintf("%.4g", r.Least), fmt.Sprintf("%.4g", r.Most)
	if least == most {
		return least + " only"
	}
	return least + " to " + most
}

// Outside says what of a sample is outside of the ranges. It returns "" if nothing is, and if
// the sample is not finite.
func (r *Ranges) Outside(s *Sample) string {
	if r == nil {
		return ""
	}
	for _, q := range quantities {
		known := *q.locate(r)
		if known == nil || q.below == unbounded && q.above == unbounded {
			continue
		}
		if why := known.outside(q.name, q.of(s), q.below, q.above); why != "" {
			return why
		}
	}
	return r.outsideFields(s)
}

// rounding is the share of a range's largest magnitude by which a value may exceed either end,
// whatever else is allowed. It is some units in the last place of float32, so that a 0 is not
// outside of a range that begins with a rounding error such as 1e-13.
const rounding = 1e-6

// outside says by how much a value is outside of the range. It returns "" if the value exceeds
// neither end by more than the given shares, or by more than roundings.
func (r Range) outside(name string, value Range, below, above float64) string {
	slack := rounding * max(math.Abs(r.Least), math.Abs(r.Most))
	switch {
	case value.Least < r.Least-max(slack, float64(below*math.Abs(r.Least))):
		return fmt.Sprintf("its %s %.4g is below the training minimum, %.4g", name, value.Least, r.Least)
	case value.Most > r.Most+max(slack, float64(above*math.Abs(r.Most))):
		return fmt.Sprintf("its %s %.4g is above the training maximum, %.4g", name, value.Most, r.Most)
	}
	return ""
}
