package system

import (
	"encoding/json"
	"fmt"
	"strings"
)

// JointRange holds the ranges of a joint over training data. Q has its angle in rad, or its
// displacement in the unit of length, from the pose of rest; Rate has its rate; and Torque has the
// torque or force on it. A joint without an axis has several columns of Q and Rate, and none of
// Torque.
type JointRange struct {
	Joint  string `json:"joint"`
	Slides bool   `json:"slides,omitempty"`

	Q      ColumnRanges `json:"q"`
	Rate   ColumnRanges `json:"rate"`
	Torque ColumnRanges `json:"torque,omitempty"`
}

// ColumnRanges holds the range of each column of a joint. In JSON a single range is an object, and
// several are an array.
type ColumnRanges []Range

// MarshalJSON writes the ranges.
func (c ColumnRanges) MarshalJSON() ([]byte, error) {
	if len(c) == 1 {
		return json.Marshal(c[0])
	}
	return json.Marshal([]Range(c))
}

// UnmarshalJSON reads the ranges.
func (c *ColumnRanges) UnmarshalJSON(text []byte) error {
	if strings.HasPrefix(string(text), "{") {
		*c = make(ColumnRanges, 1)
		return json.Unmarshal(text, &(*c)[0])
	}
	return json.Unmarshal(text, (*[]Range)(c))
}

// NewJointRange returns the range of a joint over no data.
func NewJointRange(joint string, slides bool) JointRange {
	return JointRange{Joint: joint, Slides: slides}
}

// Take extends the ranges so that they contain a state and what acts in it, by columns.
func (r *JointRange) Take(q, rate, torque []float64) {
	r.Q.take(q)
	r.Rate.take(rate)
	r.Torque.take(torque)
}

func (c *ColumnRanges) take(values []float64) {
	for column, value := range values {
		if column == len(*c) {
			*c = append(*c, nothing)
		}
		(*c)[column].take(value)
	}
}

// Validate reports that q or rate has no range, an end of a range that is before its beginning, or
// one that is not a number of float32.
func (r JointRange) Validate() error {
	for _, name := range columnInputs {
		columns := r.byInput()[name]
		if len(columns) == 0 && name != LoadInput {
			return fmt.Errorf("%s: no range", name)
		}
		for _, one := range columns {
			if err := one.validate(name, -farthestApart); err != nil {
				return err
			}
		}
	}
	return nil
}

// columnInputs lists the inputs of a file that have columns for each joint.
var columnInputs = []string{CoordinateInput, RateInput, LoadInput}

// byInput returns the ranges by the names of a file's inputs.
func (r JointRange) byInput() map[string]ColumnRanges {
	return map[string]ColumnRanges{CoordinateInput: r.Q, RateInput: r.Rate, LoadInput: r.Torque}
}

// Text describes the ranges in a line. label returns the name of a column of an input, which is ""
// for the only column of a joint with an axis, and its unit, or "".
func (r JointRange) Text(label func(input string, column int) (name, unit string)) string {
	var parts []string
	for _, input := range columnInputs {
		for column, of := range r.byInput()[input] {
			name, unit := label(input, column)
			if name == "" {
				name = input
			}
			if unit != "" {
				unit = " " + unit
			}
			parts = append(parts, name+" "+of.digits()+unit)
		}
	}
	return r.Joint + ": " + strings.Join(parts, ", ")
}
