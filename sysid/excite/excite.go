// Package excite designs motions of a robot from which its constants can be found, and measures
// how much information a motion gives about them.
//
// Each joint moves along a sum of sines and cosines (Swevers and others, 1997), which begins
// and ends at rest. The motion maximizes the information about the inertial constants of the
// links, the rotors and the friction. The search is Hansen's CMA-ES.
package excite

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/optimize"

	"gmnc/internal/fields"
	"gmnc/sysid/rigid"
)

// Options holds the limits of a motion, its length, and the seed of the search.
type Options struct {
	Seconds float64 // length of the motion
	// Rate [rad/s, m/s] and Torque [N m, N] are the limits of joints: one number for all of
	// them, or one for each. If they are nil, the limits of the robot's file apply. If it has
	// none either, rates are at most 1, and torques have no limit.
	Rate, Torque []float64
	// Floor [m] is the height above which the origins and the centers of links stay; nil means
	// none.
	Floor *float64
	Seed  uint64
}

const (
	// harmonics is the number of frequencies of a joint's motion, which are multiples of one
	// period in its length.
	harmonics = 5
	// margin is the fraction of every limit that a motion uses.
	margin = 0.95
	// turn [rad] is the largest rotation of a joint without limits to either side, and slide [m]
	// the largest displacement of a sliding one.
	turn, slide = math.Pi, 0.5
	// defaultRate [rad/s, m/s] is the limit of joints without a given one.
	defaultRate = 1
)

// Validate returns an error for options that no motion of the robot can have.
func (o Options) Validate(t *rigid.Tree) error {
	if !(o.Seconds >= 2 && o.Seconds <= 600) {
		return fields.Errorf("{seconds} is %g, expected 2 to 600", o.Seconds)
	}
	for _, of := range []struct {
		name   string
		values []float64
	}{{"rate", o.Rate}, {"torque", o.Torque}} {
		if n := len(of.values); n > 1 && n != len(t.Links) {
			return fields.Errorf("{"+of.name+"} has %d numbers for %d joints: expected one for each, or one for all", n, len(t.Links))
		}
		for _, value := range of.values {
			if !(value > 0 && value < math.Inf(1)) {
				return fields.Errorf("{"+of.name+"} has %g, expected a number above 0", value)
			}
		}
	}
	return nil
}

// limit returns the limit of a joint: the one for all joints, its own, or the file's. If there
// is none, it returns other.
func limit(values []float64, joint int, file, other float64) float64 {
	switch {
	case len(values) == 1:
		return values[0]
	case len(values) > 1:
		return values[joint]
	case file > 0:
		return file
	}
	return other
}

func (o Options) rate(t *rigid.Tree, j int) float64 {
	return limit(o.Rate, j, t.Links[j].Fastest, defaultRate)
}

func (o Options) torque(t *rigid.Tree, j int) float64 {
	return limit(o.Torque, j, t.Links[j].Strongest, math.Inf(1))
}

// Motion holds the motion of joints at evenly spaced times. Values are [joints][rows].
type Motion struct {
	Time                              []float64 // [s]
	Angle, Rate, Acceleration, Torque [][]float64
}

// perJoint is the number of parameters of a joint's motion: the position of its middle between
// the limits, and the amplitudes of the sines and cosines.
const perJoint = 1 + 2*harmonics

// design is a search for a motion.
type design struct {
	tree        *rigid.Tree
	options     Options
	information *informationModel
	rows        int
}

const (
	// searchRows is the number of times at which a motion is evaluated during the search.
	searchRows = 100
	// firsts is the number of random motions that are tried first. The search continues from
	// the best of them for the given number of evaluations. spread is its initial standard
	// deviation.
	firsts, evaluations, spread = 30, 3000, 0.3
)

// Design returns a motion, sampled every step seconds, and the information that it gives. The
// same seed gives the same motion.
func Design(ctx context.Context, t *rigid.Tree, step float64, o Options) (*Motion, Quality, error) {
	if err := o.Validate(t); err != nil {
		return nil, Quality{}, err
	}
	d := &design{tree: t, options: o, information: newInformation(t, o), rows: searchRows}
	best := firstOf(d.loss, perJoint*len(t.Links), rand.New(rand.NewPCG(o.Seed, 1)))
	settings := &optimize.Settings{FuncEvaluations: evaluations, Converger: optimize.NeverTerminate{}}
	problem := optimize.Problem{Func: d.loss, Status: func() (optimize.Status, error) {
		if err := ctx.Err(); err != nil {
			return optimize.Failure, err
		}
		return optimize.NotTerminated, nil
	}}
	found, err := optimize.Minimize(problem, best, settings, &optimize.CmaEsChol{InitStepSize: spread, Src: rand.NewPCG(o.Seed, 2)})
	if ctx.Err() != nil {
		return nil, Quality{}, ctx.Err()
	}
	if found == nil {
		return nil, Quality{}, err
	}
	d.rows = 1 + int(math.Round(o.Seconds/step))
	m := d.motion(found.X)
	quality := d.information.of(m)
	if err := d.check(m); err != nil {
		return nil, Quality{}, err
	}
	return m, quality, nil
}

// firstOf returns the random parameters with the least loss among the first ones, or zeros if
// every loss is infinite.
func firstOf(loss func([]float64) float64, size int, source *rand.Rand) []float64 {
	best, least := make([]float64, size), math.Inf(1)
	for range firsts {
		x := make([]float64, size)
		for i := range x {
			x[i] = source.NormFloat64()
		}
		if l := loss(x); l < least {
			best, least = x, l
		}
	}
	return best
}

// loss returns what the search minimizes: the missing information, and the amount by which
// limits are exceeded.
func (d *design) loss(x []float64) float64 {
	m := d.motion(x)
	information := d.information.within(m)
	torque, floor := d.beyond(m)
	return missing(information) + 100*(torque+floor)
}

// motion returns the motion of the parameters x, with memory for its torques. Its angles and
// rates are within their limits.
func (d *design) motion(x []float64) *Motion {
	n := len(d.tree.Links)
	m := &Motion{Angle: matrix(n, d.rows), Rate: matrix(n, d.rows), Acceleration: matrix(n, d.rows), Torque: matrix(n, d.rows)}
	for row := range d.rows {
		m.Time = append(m.Time, d.options.Seconds*float64(row)/float64(d.rows-1))
	}
	for j := range n {
		d.move(m, j, x[j*perJoint:][:perJoint])
	}
	return m
}

// beyond returns the largest fraction by which a torque exceeds its limit, and the largest
// depth of a link below the floor in meters.
func (d *design) beyond(m *Motion) (torque, floor float64) {
	for j, values := range m.Torque {
		limit := margin * d.options.torque(d.tree, j)
		for _, value := range values {
			torque = max(torque, math.Abs(value)/limit-1)
		}
	}
	if d.options.Floor == nil {
		return torque, 0
	}
	for row := range m.Time {
		floor = max(floor, *d.options.Floor-lowest(d.tree, m.Angle, row))
	}
	return torque, floor
}

// check returns an error if a motion exceeds limits.
func (d *design) check(m *Motion) error {
	var wrong []string
	for j, values := range m.Torque {
		most := max(slices.Max(values), -slices.Min(values))
		if limit := d.options.torque(d.tree, j); most > limit {
			wrong = append(wrong, fmt.Sprintf("%s would need %.3g, and may have %g", d.tree.Links[j].Joint, most, limit))
		}
	}
	if len(wrong) > 0 {
		return fields.Errorf("no motion was found within the torques (%s): allow more by {torque}, or ask for a slower motion by {rate} or {seconds}", strings.Join(wrong, "; "))
	}
	if _, floor := d.beyond(m); floor > 0 {
		return fields.Errorf("no motion was found above the floor at %g: links would be %.3g m below it; another {seed} or a lower {floor} may help", *d.options.Floor, floor)
	}
	return nil
}

func matrix(rows, columns int) [][]float64 {
	made := make([][]float64, rows)
	for i := range made {
		made[i] = make([]float64, columns)
	}
	return made
}
