// Package sysid finds the constants of a robot's joints in recordings of their angles,
// rates and torques: ten inertial constants of each link, rotors, and friction, which may
// grow with load and remember the direction of motion.
//
// The torque is linear in most constants, so the search is Gauss and Newton's from the
// robot's file on. A prior that is the file keeps all links physical and stays for what the
// recordings do not tell.
package sysid

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// Options of Identify.
type Options struct {
	// Learn are the names of what is found, some of TermNames; nil has held-out parts of the
	// recordings choose.
	Learn []string
	// Trust is the weight of the robot's file: at 1 the mass of a link is known to about a
	// half before any data, at 4 to about a quarter.
	Trust float64
	// Half [s] is half of the width of the filter that smooths; 0 has it estimated.
	Half float64
	// Residual adds a small network for each joint, of what the law leaves.
	Residual bool
}

// Validate reports options that mean nothing.
func (o Options) Validate() error {
	if !(o.Trust > 0 && o.Trust <= 1e6) {
		return fields.Errorf("{trust} is %g, expected above 0 and up to 1e6", o.Trust)
	}
	if !(o.Half >= 0 && o.Half <= 10) {
		return fields.Errorf("{smooth} is %g, expected seconds, 0 to 10", o.Half)
	}
	for i, name := range o.Learn {
		if !slices.Contains(TermNames(), name) {
			return fields.Errorf("{learn} has no %.40q, expected some of %s", name, strings.Join(TermNames(), ", "))
		}
		if slices.Contains(o.Learn[:i], name) {
			return fields.Errorf("{learn} has %s twice", name)
		}
	}
	return nil
}

// Constant is one of a link or a joint.
type Constant struct {
	Of   string `json:"of"`   // the link, or the joint
	Name string `json:"name"` // such as Izz or viscous friction
	Unit string `json:"unit"`
	// Start is what the robot's file says, and what stays where the recordings tell nothing.
	Start float64 `json:"start"`
	Value float64 `json:"value"`
	// Error is a standard error.
	Error float64 `json:"error"`
	// Determined says whether the recordings tell the constant by itself.
	Determined bool `json:"determined"`
	// Rough says that the recordings tell it, with an error that is not known: where friction
	// turns around is between the stamps of a log.
	Rough bool `json:"rough,omitempty"`
}

// Model is a robot whose constants were found.
type Model struct {
	Learned   []string   `json:"learned"`
	Half      float64    `json:"half_width_s"` // of the filter
	Constants []Constant `json:"constants"`
	// Combinations are what the recordings tell of constants that they do not determine by
	// themselves, and Undetermined are those for which the robot's file stands in.
	Combinations []Combination  `json:"combinations,omitempty"`
	Undetermined []Undetermined `json:"held,omitempty"`
	Directions   int            `json:"directions_determined"`
	Free         int            `json:"free_constants"`
	Train        Errors         `json:"train"`
	// Depends says what residuals depend on; it is empty where the law fits.
	Depends []Dependence `json:"depends,omitempty"`
	// Residual is the network of what the law leaves; nil where none was asked for.
	Residual *Residual `json:"residual,omitempty"`

	fit *fit
}

// mostError is the largest share of a constant's uncertainty by the prior alone that
// recordings may leave of it if they determine it.
const mostError = 0.3

// Identify finds the constants of a robot in recordings, which need torques.
func Identify(ctx context.Context, tree *rigid.Tree, recordings []jointlog.Recording, o Options) (*Model, error) {
	if err := cmp.Or(o.Validate(), usable(tree, recordings)); err != nil {
		return nil, err
	}
	m := &Model{Half: o.Half, Learned: o.Learn}
	motions, err := m.smooth(ctx, tree, recordings, o)
	if err != nil {
		return nil, err
	}
	var chosen *fit
	if m.Learned == nil {
		if m.Learned, chosen, err = choose(ctx, tree, motions, o.Trust); err != nil {
			return nil, err
		}
	}
	if m.fit, err = begun(tree, motions, m.Learned, o.Trust, chosen); err != nil {
		return nil, err
	}
	m.fit.sure = true
	if err := m.fit.search(ctx, rounds); err != nil {
		return nil, err
	}
	told, err := m.fit.deviations()
	if err != nil {
		return nil, err
	}
	m.Directions, m.Free = told.told, len(m.fit.free)
	m.name(told)
	m.Combinations, m.Undetermined = m.fit.bases(told)
	if o.Residual {
		m.Residual = m.fit.learnResidual()
	}
	m.Train, m.Depends = m.measure(motions), m.fit.depends()
	return m, nil
}

// rounds is how often the weights of joints are taken from the residuals.
const rounds = 3

// fitted fits a law to all rows of motions, from where begun begins.
func fitted(ctx context.Context, tree *rigid.Tree, motions []*motion, learn []string, trust float64, rounds int, before *fit) (*fit, error) {
	f, err := begun(tree, motions, learn, trust, before)
	if err != nil {
		return nil, err
	}
	return f, f.search(ctx, rounds)
}

// begun is a law that is about to be fitted to motions. The search begins where a fit with fewer terms
// ended, unless that is nil.
func begun(tree *rigid.Tree, motions []*motion, learn []string, trust float64, before *fit) (*fit, error) {
	l, err := newLaw(tree, learn)
	if err != nil {
		return nil, err
	}
	sizes, accelerations := make([]float64, len(tree.Links)), make([]float64, len(tree.Links))
	for j := range sizes {
		var torques, changes []float64
		for _, m := range motions {
			torques, changes = append(torques, m.torque[j]...), append(changes, m.accelerates[j]...)
		}
		sizes[j], accelerations[j] = math.Sqrt(squared(torques)), math.Sqrt(squared(changes))
	}
	f := newFit(l, newPrior(l, trust, sizes, accelerations), motions)
	if before != nil {
		for _, c := range before.free {
			f.constants[c] = before.constants[c]
		}
		f.weights = slices.Clone(before.weights)
	}
	return f, nil
}

// usable reports recordings that no fit can use.
func usable(tree *rigid.Tree, recordings []jointlog.Recording) error {
	if len(recordings) == 0 {
		return errors.New("there is no recording to find constants in")
	}
	for _, r := range recordings {
		if r.Torque == nil {
			return fmt.Errorf("%s has no torques or currents, without which masses and friction cannot be found", r.Name)
		}
		if len(r.Time) < 200 {
			return fmt.Errorf("%s has %d rows, expected 200 or more", r.Name, len(r.Time))
		}
	}
	for j, link := range tree.Links {
		still := true
		for _, r := range recordings {
			still = still && squared(r.Torque[j]) == 0
		}
		if still {
			return fmt.Errorf("%s: the torque of %s is 0 in all rows, expected what its motor gives; hold the joint if nothing moves it", recordings[0].Name, link.Joint)
		}
	}
	return nil
}

// candidates are the terms that are tried beyond basic ones, in turn.
var (
	basic      = []string{Inertia, "rotor", "viscous", "coulomb"}
	candidates = []string{"memory", "delay", "root", "load", "offset", "stribeck"}
)

const (
	// gain is by how much a term has to lower the squares on held-out parts.
	gain = 0.005
	// surely is by how many standard errors it has to.
	surely = 2
	// span [s] is the length of the parts of recordings that are fitted and held out in turn,
	// of which one in three is held out.
	span = 4
)

// heldOut reports whether what is so many seconds from the first row of a recording is held out.
func heldOut(seconds float64) bool { return int(seconds/span)%3 == 2 }

// divided are the parts of motions that are fitted, and those that are held out.
func divided(motions []*motion) (seen, held []*motion) {
	for _, m := range motions {
		seen = append(seen, m.part(func(seconds float64) bool { return !heldOut(seconds) }))
		held = append(held, m.part(heldOut))
	}
	empty := func(m *motion) bool { return len(m.rows) == 0 }
	return slices.DeleteFunc(seen, empty), slices.DeleteFunc(held, empty)
}

// choose adds the terms by which held-out parts of the recordings are predicted better. It also
// returns the fit with these terms to the parts that are not held out, nil without any.
func choose(ctx context.Context, tree *rigid.Tree, motions []*motion, trust float64) (learn []string, best *fit, err error) {
	seen, left := divided(motions)
	if len(left) == 0 {
		return basic, nil, nil
	}
	var weights []float64
	measure := func(learn []string) (f *fit, blocks []float64, err error) {
		if f, err = fitted(ctx, tree, seen, learn, trust, 1, best); err != nil {
			return nil, nil, err
		}
		if weights == nil {
			weights = slices.Clone(f.weights)
		}
		for _, m := range left {
			f.followDelay(m)
			blocks = append(blocks, f.squares(m, weights)...)
		}
		return f, blocks, nil
	}
	learn = basic
	var least []float64
	best, least, err = measure(learn)
	for _, term := range candidates {
		if err != nil {
			return nil, nil, err
		}
		more := append(slices.Clone(learn), term)
		var f *fit
		var now []float64
		if f, now, err = measure(more); err == nil && helps(least, now) {
			learn, best, least = more, f, now
		}
	}
	return learn, best, err
}

// helps reports whether what is left in blocks became smaller: in all by a least part, and by more
// than the errors of the sum of differences, with blocks that are independent.
func helps(before, after []float64) bool {
	var sum, all, squares float64
	for i := range before {
		sum += before[i] - after[i]
		all += before[i]
	}
	mean := sum / float64(len(before))
	for i := range before {
		squares += math.Pow(before[i]-after[i]-mean, 2)
	}
	return sum > gain*all && sum > surely*math.Sqrt(squares)
}

// name lists the constants, in words.
func (m *Model) name(told *uncertainty) {
	f := m.fit
	deviation := func(c int) (sd float64, determined bool) {
		at := f.place[c]
		if at < 0 {
			return 0, false
		}
		return math.Sqrt(told.covariance.At(at, at)), told.determines(at)
	}
	for b, link := range f.tree.Links {
		file := rigid.Of(link)
		for k := range rigid.Constants {
			m.add(b*rigid.Constants+k, file[k], deviation)
		}
	}
	for j := range f.tree.Links {
		for of := range perJoint {
			if c := f.of(j, of); f.place[c] >= 0 {
				m.add(c, f.start[c], deviation)
			}
		}
	}
}

// add lists a constant.
func (m *Model) add(c int, start float64, deviation func(c int) (sd float64, determined bool)) {
	f := m.fit
	constant := Constant{Start: start, Value: f.constants[c]}
	constant.Of, constant.Name, constant.Unit = f.title(c)
	constant.Error, constant.Determined = deviation(c)
	if f.isLogarithm(c) {
		constant.Start, constant.Value = math.Exp(constant.Start), math.Exp(constant.Value)
		constant.Error *= constant.Value
	}
	own := c - f.of(0, 0)
	if own >= 0 && own%perJoint == delay {
		turning := f.turning(own / perJoint)
		constant.Error = math.Sqrt(constant.Error*constant.Error + turning*turning)
	}
	if own >= 0 && slices.Contains([]int{logWay, logCreep}, own%perJoint) && constant.Determined {
		constant.Error, constant.Determined, constant.Rough = 0, false, true
	}
	m.Constants = append(m.Constants, constant)
}
