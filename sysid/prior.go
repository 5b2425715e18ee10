package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

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

// thinnest is the least radius of gyration of a link in the prior, as a fraction of the robot's
// size. Files contain plates, rods and points.
const thinnest = 0.03

// rotorShare is the fraction of a joint's torque that its rotor takes in the prior.
const rotorShare = 0.1

// physicalStart returns the constants of a link's file, enlarged where no body has such
// constants. A link lighter than a thousandth of the total becomes a point mass of that size at
// the frame's origin. Then every radius of gyration becomes at least thinnest.
func physicalStart(own [rigid.Constants]float64, size, total float64) [rigid.Constants]float64 {
	if least := 1e-3 * total; own[0] < least {
		own = [rigid.Constants]float64{least}
	}
	p := rigid.Pseudo(own[:])
	second := mat.NewSymDense(3, nil) // about the centre
	for i := range 3 {
		for k := i; k < 3; k++ {
			second.SetSym(i, k, p[i][k]-p[i][3]*p[k][3]/p[3][3])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(second, true) {
		return own
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	for axis, value := range eigen.Values(nil) {
		if more := own[0]*thinnest*thinnest*size*size - value; more > 0 {
			var add [3][3]float64
			for i := range 3 {
				for k := range 3 {
					add[i][k] = more * axes.At(i, axis) * axes.At(k, axis)
				}
			}
			own[4] += add[1][1] + add[2][2]
			own[5] += add[0][0] + add[2][2]
			own[6] += add[0][0] + add[1][1]
			own[7] -= add[0][1]
			own[8] -= add[0][2]
			own[9] -= add[1][2]
		}
	}
	return own
}

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
		own := physicalStart(rigid.Of(link), size, total)
		copy(p.start[b*rigid.Constants:], own[:])
		known, _ := inverse(rigid.Pseudo(own[:]))
		p.known = append(p.known, known)
		c := p.start[l.of(b, 0):][:perJoint]
		c[rotor], c[viscous], c[coulomb] = rotorShare*sizes[b]/accelerations[b], link.Damping, link.Friction
		c[logStill], c[logDisplacement], c[logCreep], c[logSlow] = math.Log(startStill), math.Log(startDisplacement), math.Log(startCreep), math.Log(startSlow)
		w := p.wide[l.of(b, 0):][:perJoint]
		for _, of := range []int{viscous, root, coulomb, stribeck, offset} {
			w[of] = sizes[b]
		}
		w[load], w[loadRoot], w[loadStribeck], w[delay], w[logStill], w[logDisplacement], w[logCreep], w[logSlow] = 0.1, 0.1, 0.1, 0.05, 2, 0.7, 1.5, 1
	}
	return p
}

// shapes holds the derivatives of a pseudo-inertia with respect to the ten constants.
var shapes = func() (all [rigid.Constants][4][4]float64) {
	for k := range all {
		var unit [rigid.Constants]float64
		unit[k] = 1
		all[k] = rigid.Pseudo(unit[:])
	}
	return all
}()

// add adds the prior's gradient and curvature at constants, and returns its value, or +Inf if a
// link or a rotor is unphysical.
func (p *prior) add(l *law, constants, gradient []float64, curvature *mat.SymDense) (value float64) {
	for b := range l.tree.Links {
		own := constants[b*rigid.Constants:][:rigid.Constants]
		pseudo := rigid.Pseudo(own)
		back, logDet := inverse(pseudo)
		if math.IsInf(logDet, -1) {
			return math.Inf(1)
		}
		value -= p.trust * logDet
		var turned [rigid.Constants][4][4]float64 // P^-1 E
		for k, shape := range shapes {
			value += p.trust * own[k] * trace(p.known[b], shape)
			turned[k] = product(back, shape)
		}
		if gradient == nil || l.index[b*rigid.Constants] < 0 {
			continue
		}
		for k, shape := range shapes {
			at := l.index[b*rigid.Constants+k]
			gradient[at] += p.trust * (trace(p.known[b], shape) - trace(back, shape))
			for i := range k + 1 {
				with := l.index[b*rigid.Constants+i]
				curvature.SetSym(at, with, curvature.At(at, with)+p.trust*trace(turned[k], turned[i]))
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

// inverse returns the inverse of a positive definite matrix and the logarithm of its
// determinant. For any other matrix the logarithm is -Inf.
func inverse(m [4][4]float64) (back [4][4]float64, logDet float64) {
	var l, u [4][4]float64 // m = l l^T, u = l^-1
	for i := range 4 {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return back, math.Inf(-1)
			}
			l[i][i] = math.Sqrt(sum)
			logDet += math.Log(sum)
		}
	}
	for i := range 4 {
		u[i][i] = 1 / l[i][i]
		for j := range i {
			for k := j; k < i; k++ {
				u[i][j] -= l[i][k] * u[k][j] / l[i][i]
			}
		}
	}
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				back[i][j] += u[k][i] * u[k][j]
			}
		}
	}
	return back, logDet
}

func product(a, b [4][4]float64) (c [4][4]float64) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// trace returns the trace of the product of two matrices.
func trace(a, b [4][4]float64) (sum float64) {
	for i := range 4 {
		for k := range 4 {
			sum += a[i][k] * b[k][i]
		}
	}
	return sum
}
