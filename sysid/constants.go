package sysid

import (
	"fmt"
	"math"

	"gmnc/sysid/dahl"
	"gmnc/sysid/rigid"
	"gmnc/system"
)

// These are the constants of a joint. They follow the inertial constants of all links. For a
// sliding joint, N m means N and rad means m.
const (
	rotor           = iota // inertia of the rotor, as it acts on the joint [kg m^2]
	viscous                // friction per rate [N m s/rad]
	root                   // friction per cube root of the rate [N m (s/rad)^1/3]
	coulomb                // friction at any rate [N m]
	load                   // friction at any rate, per magnitude of the links' torque [1]
	loadRoot               // the same per cube root of the rate [(s/rad)^1/3]
	stribeck               // additional friction at small rates [N m], negative if a joint at rest has less
	loadStribeck           // the same per magnitude of the links' torque [1]
	offset                 // constant torque [N m]
	delay                  // time by which the motion lags the torque column [s]
	logStill               // natural logarithm of the rate [rad/s] below which friction without memory fades
	logDisplacement        // natural logarithm of the displacement [rad] in which friction reverses
	logCreep               // natural logarithm of the rate [1/s] at which friction's memory decays by itself
	logSlow                // natural logarithm of the rate [rad/s] at which Stribeck friction fades
	perJoint
)

var jointNames = [perJoint]struct{ name, unit, slidingUnit string }{
	rotor:           {"rotor inertia", system.RotorInertia.Unit.SI(), system.RotorMass.Unit.SI()},
	viscous:         {"viscous friction", system.TurnDamping.Unit.SI(), system.SlideDamping.Unit.SI()},
	root:            {"cube-root friction", loadUnit(false) + " (s/rad)^1/3", loadUnit(true) + " (s/m)^1/3"},
	coulomb:         {"Coulomb friction", loadUnit(false), loadUnit(true)},
	load:            {"load friction", "1", "1"},
	loadRoot:        {"load friction, cube root", "(s/rad)^1/3", "(s/m)^1/3"},
	stribeck:        {"Stribeck friction", loadUnit(false), loadUnit(true)},
	loadStribeck:    {"load friction, Stribeck", "1", "1"},
	offset:          {"offset of the torque", loadUnit(false), loadUnit(true)},
	delay:           {"delay of the motion", "s", "s"},
	logStill:        {"smoothing rate of friction", "rad/s", "m/s"},
	logDisplacement: {"presliding displacement", "rad", "m"},
	logCreep:        {"decay of presliding friction", "1/s", "1/s"},
	logSlow:         {"rate of Stribeck friction", "rad/s", "m/s"},
}

// loadUnit returns the SI unit of the load on a joint.
func loadUnit(slides bool) string { return system.LoadUnit(slides).SI() }

// linkUnit returns the unit of the k-th inertial constant of a link.
func linkUnit(k int) string {
	switch {
	case k == 0:
		return "kg"
	case k < 4:
		return "kg m"
	}
	return "kg m^2"
}

// terms lists the constants that each name frees.
var terms = []struct {
	name      string
	constants []int
}{
	{"rotor", []int{rotor}},
	{"viscous", []int{viscous}},
	{"coulomb", []int{coulomb, logStill}},
	{memoryTerm, []int{logDisplacement, logCreep}},
	{rootTerm, []int{root}},
	{"load", []int{load, loadRoot}},
	{stribeckTerm, []int{stribeck, loadStribeck, logSlow}},
	{"offset", []int{offset}},
	{"delay", []int{delay}},
}

// Inertia is the name that frees the inertial constants of links.
const Inertia = "inertia"

// memoryTerm, rootTerm and stribeckTerm are the names of terms of friction at low rates.
const memoryTerm, rootTerm, stribeckTerm = "memory", "root", "stribeck"

// TermNames returns the names of the terms that a fit can learn.
func TermNames() []string {
	names := []string{Inertia}
	for _, term := range terms {
		names = append(names, term.name)
	}
	return names
}

// These are the starting values of constants.
const (
	startStill        = 0.01 // rad/s
	startDisplacement = 3e-4 // rad
	startCreep        = 0.1  // 1/s
	startSlow         = 0.01 // rad/s
)

// law is the law of the joints' torques. Its constants are a vector with rigid.Constants
// numbers for each link, then perJoint numbers for each joint.
type law struct {
	tree    *rigid.Tree
	has     map[string]bool     // the terms
	free    []int               // the constants that are fitted
	index   []int               // index of each constant in free, or -1
	changes map[*motion]changes // of motions that were followed
}

func newLaw(tree *rigid.Tree, names []string) (*law, error) {
	l := &law{tree: tree, has: map[string]bool{}, changes: map[*motion]changes{}}
	for _, name := range names {
		l.has[name] = true
	}
	n := len(tree.Links)
	if l.has[Inertia] {
		for c := range n * rigid.Constants {
			l.free = append(l.free, c)
		}
		delete(l.has, Inertia)
		defer func() { l.has[Inertia] = true }()
	}
	known := map[string]bool{}
	for _, term := range terms {
		if known[term.name] = true; !l.has[term.name] {
			continue
		}
		for j := range n {
			for _, c := range term.constants {
				if c == logStill && l.has[memoryTerm] {
					continue // memory takes its place
				}
				l.free = append(l.free, l.of(j, c))
			}
		}
	}
	for name := range l.has {
		if !known[name] {
			return nil, fmt.Errorf("there is no %q to learn, expected some of %v", name, TermNames())
		}
	}
	l.index = make([]int, n*(rigid.Constants+perJoint))
	for c := range l.index {
		l.index[c] = -1
	}
	for i, c := range l.free {
		l.index[c] = i
	}
	return l, nil
}

// of returns the index of a joint's constant.
func (l *law) of(joint, constant int) int {
	return len(l.tree.Links)*rigid.Constants + joint*perJoint + constant
}

// jointOf returns the joint and its constant at an index. ok is false for a constant of a link.
func (l *law) jointOf(index int) (joint, constant int, ok bool) {
	own := index - l.of(0, 0)
	return own / perJoint, own % perJoint, own >= 0
}

// friction holds what the friction of a joint depends on, at the rows of the fit. All of it is
// computed at the log's own stamps and smoothed as the torque is.
type friction struct {
	direction []float64 // of motion, between -1 and 1: tanh(rate / still), or Dahl's state
	fading    []float64 // direction times exp(-(rate / slow)^2)
	// These are derivatives: of direction with respect to logDisplacement or logStill and to logCreep,
	// and of fading with respect to these and to logSlow. They are nil unless requested. Those
	// with respect to logCreep are 0 without memory.
	byDisplacement, byCreep, fadingByDisplacement, fadingByCreep, bySlow []float64
}

// frictions returns the friction of every joint, with the derivatives if slopes is set.
func (l *law) frictions(m *motion, constants []float64, slopes bool) []friction {
	all := make([]friction, len(m.rate))
	for j := range all {
		all[j] = l.friction(m, j, constants[l.of(j, 0):][:perJoint], slopes)
	}
	return all
}

func (l *law) friction(m *motion, j int, own []float64, slopes bool) (f friction) {
	rate, path := m.swift[j], m.path[j]
	smooth := func(values []float64) []float64 {
		smoothed := make([]float64, len(m.rows))
		for k, row := range m.rows {
			smoothed[k] = m.filters[row].Value(values)
		}
		return smoothed
	}
	var direction, byDisplacement, byCreep []float64
	if l.has[memoryTerm] {
		r := path.Friction(m.steps, math.Exp(own[logDisplacement]), math.Exp(own[logCreep]), slopes)
		direction, byDisplacement, byCreep = r.State, r.ByLength, r.ByCreep
	} else {
		still := math.Exp(own[logStill])
		direction, byDisplacement, byCreep = make([]float64, len(rate)), make([]float64, len(rate)), make([]float64, len(rate))
		for i, v := range rate {
			direction[i] = math.Tanh(v / still)
			byDisplacement[i] = -v / still * (1 - direction[i]*direction[i])
		}
	}
	if f.direction = smooth(direction); slopes {
		f.byDisplacement, f.byCreep = smooth(byDisplacement), smooth(byCreep)
	}
	if !l.has[stribeckTerm] {
		return f
	}
	slow, bySlow := math.Exp(own[logSlow]), make([]float64, len(rate))
	for i, v := range rate {
		ratio := v * v / (slow * slow)
		fade := math.Exp(-ratio)
		direction[i] *= fade
		bySlow[i] = direction[i] * 2 * ratio
		if slopes {
			byDisplacement[i] *= fade
			byCreep[i] *= fade
		}
	}
	if f.fading = smooth(direction); slopes {
		f.fadingByDisplacement, f.fadingByCreep, f.bySlow = smooth(byDisplacement), smooth(byCreep), smooth(bySlow)
	}
	return f
}

// rigidTorque returns the torque that moves the links beyond joint j, at the k-th row.
func (l *law) rigidTorque(m *motion, j, k int, constants []float64) (torque float64) {
	y := m.regressor[k][j]
	for c := j * rigid.Constants; c < len(y); c++ {
		torque += y[c] * constants[c] // zero for links that joint j does not move
	}
	return torque
}

// torque returns the law's torque on joint j at the k-th row of the fit. It stores the
// derivatives with respect to the constants in gradient, unless that is nil.
func (l *law) torque(m *motion, f *friction, j, k int, constants, gradient []float64) float64 {
	y, row, rigidTorque := m.regressor[k][j], m.rows[k], l.rigidTorque(m, j, k, constants)
	own := constants[l.of(j, 0):][:perJoint]
	v, third, direction := m.rate[j][row], m.third[j][row], f.direction[k]
	size, loaded := math.Abs(rigidTorque), own[load]*direction+own[loadRoot]*third
	if f.fading != nil {
		loaded += own[loadStribeck] * f.fading[k]
	}
	torque := rigidTorque + own[rotor]*m.accelerates[j][row] + own[viscous]*v + own[root]*third +
		own[coulomb]*direction + size*loaded + own[offset]
	late, byDelay := l.delayed(m, j, k, own[delay])
	torque += late
	if f.fading != nil {
		torque += own[stribeck] * f.fading[k]
	}
	if gradient == nil {
		return torque
	}
	factor := 1 + dahl.Sign(rigidTorque)*loaded
	for c := j * rigid.Constants; c < len(y); c++ {
		gradient[c] = y[c] * factor
	}
	g := gradient[l.of(j, 0):][:perJoint]
	g[rotor], g[viscous], g[root], g[coulomb] = m.accelerates[j][row], v, third, direction
	g[load], g[loadRoot], g[offset], g[delay] = size*direction, size*third, 1, byDelay
	plain := own[coulomb] + size*own[load]
	displacement, creep := plain*f.byDisplacement[k], plain*f.byCreep[k]
	if f.fading != nil {
		slow := own[stribeck] + size*own[loadStribeck]
		g[stribeck], g[loadStribeck], g[logSlow] = f.fading[k], size*f.fading[k], slow*f.bySlow[k]
		displacement += slow * f.fadingByDisplacement[k]
		creep += slow * f.fadingByCreep[k]
	}
	g[logDisplacement], g[logStill], g[logCreep] = displacement, displacement, creep
	return torque
}
