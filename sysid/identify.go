// Package sysid estimates the constants of a robot's joints from recordings of their angles,
// rates and torques. The constants are ten inertial constants of each link, rotor inertias, and
// friction, which may grow with load and remember the direction of motion.
//
// The torque is linear in most constants, so the search is that of Gauss and Newton, starting
// from the robot's file. The prior is the file. It keeps all links physical and determines what
// the recordings do not.
package sysid

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/fields"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// Options are the options of Identify.
type Options struct {
	// Learn lists the terms to learn, some of TermNames. If it is nil, held-out parts of the
	// recordings choose them.
	Learn []string
	// Trust is the weight of the robot's file. At 1 the mass of a link is known to about a half
	// before any data, and at 4 to about a quarter.
	Trust float64
	// Half [s] is the half-width of the smoothing filter. If it is 0, the half-width is
	// estimated.
	Half float64
	// Residual adds a small network for each joint that learns what the law leaves.
	Residual bool
}

// Validate returns an error if an option is out of range or unknown.
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

// Constant is a constant of a link or a joint.
type Constant struct {
	Of   string `json:"of"`   // the link, or the joint
	Name string `json:"name"` // such as Izz or viscous friction
	Unit string `json:"unit"`
	// Start is the value of the robot's file, which stays if the recordings do not determine
	// the constant.
	Start float64 `json:"start"`
	Value float64 `json:"value"`
	// Error is the standard error of Value.
	Error float64 `json:"error"`
	// Most, if it is not 0, is an upper bound of the error of Value. What the law leaves is then
	// no noise, and Error does not hold.
	Most float64 `json:"off_by_at_most,omitempty"`
	// Determined reports whether the recordings determine the constant by itself.
	Determined bool `json:"determined"`
	// Rough reports that the recordings determine the constant with an unknown error, because
	// friction reverses between the stamps of a log.
	Rough bool `json:"rough,omitempty"`
}

// Model is a robot with the constants that were found.
type Model struct {
	Learned   []string   `json:"learned"`
	Half      float64    `json:"half_width_s"` // of the filter
	Constants []Constant `json:"constants"`
	// Combinations lists the sums that the recordings determine of constants that they do not
	// determine by themselves. Undetermined lists the constants that stay near the robot's
	// file.
	Combinations []Combination  `json:"combinations,omitempty"`
	Undetermined []Undetermined `json:"held,omitempty"`
	Directions   int            `json:"directions_determined"`
	Free         int            `json:"free_constants"`
	Train        Errors         `json:"train"`
	// Depends lists the quantities on which the residuals depend. It is empty if the law fits.
	Depends []Dependence `json:"depends,omitempty"`
	// Residual is the network that learned what the law leaves, or nil if none was requested.
	Residual *Residual `json:"residual,omitempty"`

	fit     *fit
	untried bool // whether no part of the recordings was held out, and only basic terms were fitted
}

// mostError is the largest ratio of a constant's standard error to its standard deviation by
// the prior alone if the recordings determine it.
const mostError = 0.3

// Identify estimates the constants of a robot from recordings, which need torques.
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
		m.untried = chosen == nil
	}
	if m.fit, err = begun(ctx, tree, motions, m.Learned, o.Trust, chosen); err != nil {
		return nil, err
	}
	m.fit.sure = true
	if err := m.fit.search(ctx, rounds); err != nil {
		return nil, err
	}
	uncertain, err := m.fit.deviations()
	if err != nil {
		return nil, err
	}
	for _, motion := range motions {
		m.fit.followDelay(motion) // for the errors of delays
	}
	m.Train = m.measure(motions)
	if m.Train.noiseless() {
		uncertain.off = m.fit.off(&m.Train)
	}
	m.Directions, m.Free = uncertain.determined, len(m.fit.free)
	m.name(uncertain)
	m.Combinations, m.Undetermined = m.fit.bases(uncertain)
	if o.Residual {
		m.Residual = m.fit.learnResidual()
		m.Train = m.measure(motions)
	}
	m.Depends = m.fit.depends()
	return m, nil
}

// rounds is the number of times that the weights of joints are set from the residuals.
const rounds = 3

// fitted returns the solved fit of a law to motions, which starts where begun starts. It leaves
// out rows at which friction is unknown if sure is set.
func fitted(ctx context.Context, tree *rigid.Tree, motions []*motion, learn []string, trust float64, sure bool, rounds int, before *fit) (*fit, error) {
	f, err := begun(ctx, tree, motions, learn, trust, before)
	if err != nil {
		return nil, err
	}
	f.sure = sure
	return f, f.search(ctx, rounds)
}

// begun returns a fit of a law to motions that has not been solved yet. The search starts where
// before, a fit with fewer terms, ended, unless before is nil. The Stribeck effect starts at the
// rates that explain what a law without it leaves.
func begun(ctx context.Context, tree *rigid.Tree, motions []*motion, learn []string, trust float64, before *fit) (*fit, error) {
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
			if f.index[c] >= 0 {
				f.constants[c] = before.constants[c]
			}
		}
		f.weights = slices.Clone(before.weights)
	}
	if !l.has[stribeckTerm] || before != nil && before.has[stribeckTerm] {
		return f, nil
	}
	if before == nil {
		if before, err = fitted(ctx, tree, motions, without(learn, stribeckTerm), trust, true, 1, nil); err != nil {
			return nil, err
		}
	}
	f.startSlow(before)
	return f, nil
}

// without returns the names but for one.
func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
}

// usable returns an error for recordings that no fit can use.
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
			return fmt.Errorf("%[1]s: the torque of %[2]s is 0 in all rows, expected the torque of its motor. If the joint never moves, fix it by --hold %[2]s. If it swings without a motor, use gmnc prepare joints, then gmnc train DATA --preset constants --learn mass,damping,friction", recordings[0].Name, link.Joint)
		}
	}
	return nil
}

// name lists the constants with their names, values and errors.
func (m *Model) name(uncertain *uncertainty) {
	f := m.fit
	deviation := func(c int) (sd, most float64, determined bool) {
		at := f.index[c]
		if at < 0 {
			return 0, 0, false
		}
		along := mat.NewVecDense(len(f.free), nil)
		along.SetVec(at, 1)
		return uncertain.deviation(along), uncertain.most(along), uncertain.determines(at)
	}
	for b, link := range f.tree.Links {
		file := rigid.Of(link)
		for k := range rigid.Constants {
			m.add(b*rigid.Constants+k, file[k], deviation)
		}
	}
	for j := range f.tree.Links {
		for of := range perJoint {
			if c := f.of(j, of); f.index[c] >= 0 {
				m.add(c, f.start[c], deviation)
			}
		}
	}
}

// add appends a constant to the list.
func (m *Model) add(c int, start float64, deviation func(c int) (sd, most float64, determined bool)) {
	f := m.fit
	constant := Constant{Start: rigid.Rounded(start), Value: rigid.Rounded(f.constants[c])}
	constant.Of, constant.Name, constant.Unit = f.title(c)
	constant.Error, constant.Most, constant.Determined = deviation(c)
	if f.isLogarithm(c) {
		constant.Start, constant.Value = math.Exp(constant.Start), math.Exp(constant.Value)
		constant.Error *= constant.Value
		constant.Most *= constant.Value
	}
	joint, own, ofJoint := f.jointOf(c)
	if ofJoint && own == delay {
		turning := f.turning(joint)
		constant.Error = math.Sqrt(constant.Error*constant.Error + turning*turning)
		if constant.Most > 0 {
			constant.Most += turning
		}
	}
	if ofJoint && (own == logDisplacement || own == logCreep) && constant.Determined {
		constant.Error, constant.Most, constant.Determined, constant.Rough = 0, 0, false, true
	}
	m.Constants = append(m.Constants, constant)
}
