package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/pseudoinertia"
	"gmnc/sysid/rigid"
)

// prior is the distribution of the constants before any data. Links and rotors have the
// divergence tr(P0^-1 P) - log det P, where P is the pseudo-inertia of a link and P0 that of
// the file. It is infinite if a link is unphysical (Lee, Wensing and Park, 2020). All other
// constants have quadratic terms.
type prior struct {
	trust float64 // weight of the divergence; at 1 it takes a link's mass to be within about a half
	start []float64
	known [][4][4]float64 // the inverse of each link's P0
	wide  []float64       // standard deviations of the constants of joints; rotors have none
}

// rotorFraction is the fraction of a joint's torque that its rotor takes in the prior, unless the
// robot's file has the rotor.
const rotorFraction = 0.1

// newPrior returns the prior of a robot whose joints have torques and accelerations of these
// sizes.
func newPrior(l *law, trust float64, sizes, accelerations []float64) *prior {
	p := &prior{trust: trust, start: make([]float64, len(l.index)), wide: make([]float64, len(l.index))}
	var size, total float64
	for _, link := range l.tree.Links {
		total += link.Mass
		for _, x := range link.Origin {
			size = max(size, math.Abs(x))
		}
	}
	if total == 0 {
		total = 1
	}
	if size == 0 {
		size = 1
	}
	for b, link := range l.tree.Links {
		own := pseudoinertia.Physical(rigid.Of(link), size, total)
		copy(p.start[b*rigid.Constants:], own[:])
		known, _ := pseudoinertia.Inverse(rigid.Pseudo(own[:]))
		p.known = append(p.known, known)
		c := p.start[l.of(b, 0):][:perJoint]
		c[rotor], c[viscous], c[coulomb] = link.Rotor, link.Damping, link.Friction
		if link.Rotor == 0 {
			c[rotor] = rotorFraction * sizes[b] / accelerations[b]
		}
		c[logStill], c[logDisplacement], c[logCreep], c[logSlow] = math.Log(startStill), math.Log(startDisplacement), math.Log(startCreep), math.Log(startSlow)
		w := p.wide[l.of(b, 0):][:perJoint]
		for _, of := range []int{viscous, root, coulomb, stribeck, offset} {
			w[of] = sizes[b]
		}
		w[load], w[loadRoot], w[loadStribeck], w[delay], w[logStill], w[logDisplacement], w[logCreep], w[logSlow] = 0.1, 0.1, 0.1, 0.05, 2, 0.7, 1.5, 1
	}
	return p
}

// add adds the prior's gradient and curvature at constants, and returns its value, or +Inf if a
// link or a rotor is unphysical.
func (p *prior) add(l *law, constants, gradient []float64, curvature *mat.SymDense) (value float64) {
	for b := range l.tree.Links {
		own := constants[b*rigid.Constants:][:rigid.Constants]
		pseudo := rigid.Pseudo(own)
		back, logDet := pseudoinertia.Inverse(pseudo)
		if math.IsInf(logDet, -1) {
			return math.Inf(1)
		}
		value -= p.trust * logDet
		var turned [rigid.Constants][4][4]float64 // P^-1 E
		for k, shape := range pseudoinertia.Shapes {
			value += p.trust * own[k] * pseudoinertia.Trace(p.known[b], shape)
			turned[k] = pseudoinertia.Product(back, shape)
		}
		if gradient == nil || l.index[b*rigid.Constants] < 0 {
			continue
		}
		for k, shape := range pseudoinertia.Shapes {
			at := l.index[b*rigid.Constants+k]
			gradient[at] += p.trust * (pseudoinertia.Trace(p.known[b], shape) - pseudoinertia.Trace(back, shape))
			for i := range k + 1 {
				with := l.index[b*rigid.Constants+i]
				curvature.SetSym(at, with, curvature.At(at, with)+p.trust*pseudoinertia.Trace(turned[k], turned[i]))
			}
		}
	}
	for j := range l.tree.Links {
		for of := range perJoint {
			c := l.of(j, of)
			x, at := constants[c], l.index[c]
			if at < 0 {
				continue
			}
			if of == rotor {
				if x <= 0 {
					return math.Inf(1)
				}
				value += p.trust * (x/p.start[c] - math.Log(x))
				if gradient != nil {
					gradient[at] += p.trust * (1/p.start[c] - 1/x)
					curvature.SetSym(at, at, curvature.At(at, at)+p.trust/(x*x))
				}
				continue
			}
			off := (x - p.start[c]) / p.wide[c]
			value += off * off / 2
			if gradient != nil {
				gradient[at] += off / p.wide[c]
				curvature.SetSym(at, at, curvature.At(at, at)+1/(p.wide[c]*p.wide[c]))
			}
		}
	}
	return value
}

// widen replaces the prior's curvature for each rotor that was found below its start by the
// curvature at the start. At the constants the curvature is 1 over the square of the rotor. If
// the data put a rotor near 0, it would look known before any data, and so look undetermined by
// them.
func (p *prior) widen(l *law, constants []float64, curvature *mat.SymDense) {
	for j := range l.tree.Links {
		c := l.of(j, rotor)
		if at, x := l.index[c], constants[c]; at >= 0 && x < p.start[c] {
			curvature.SetSym(at, at, curvature.At(at, at)+p.trust*(1/(p.start[c]*p.start[c])-1/(x*x)))
		}
	}
}
