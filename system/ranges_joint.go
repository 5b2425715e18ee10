package system

import "fmt"

// JointRange holds the ranges of a joint with one axis over training data: its angle in rad, or
// its displacement in the unit of length, from the pose of rest; its rate; and the torque or
// force on it.
type JointRange struct {
	Joint  string `json:"joint"`
	Slides bool   `json:"slides,omitempty"`

	Q      Range `json:"q"`
	Rate   Range `json:"rate"`
	Torque Range `json:"torque"`
}

// NewJointRange returns the range of a joint over no data.
func NewJointRange(joint string, slides bool) JointRange {
	return JointRange{joint, slides, nothing, nothing, nothing}
}

// Take extends the ranges so that they contain a state and what acts in it.
func (r *JointRange) Take(q, rate, torque float64) {
	r.Q.take(q)
	r.Rate.take(rate)
	r.Torque.take(torque)
}

// Validate reports an end of a range that is before its beginning, or not a number of float32.
func (r JointRange) Validate() error {
	for _, one := range []struct {
		name string
		of   Range
	}{{"q", r.Q}, {"rate", r.Rate}, {"torque", r.Torque}} {
		if err := one.of.validate(one.name, -farthestApart); err != nil {
			return err
		}
	}
	return nil
}

// Text describes the ranges in a line. The arguments are units with a space before them, or "".
func (r JointRange) Text(q, rate, torque string) string {
	return fmt.Sprintf("%s: q %s%s, rate %s%s, torque %s%s", r.Joint, r.Q.digits(), q, r.Rate.digits(), rate, r.Torque.digits(), torque)
}
