package articulated

import "gonum.org/v1/gonum/mat"

// Tangent holds the derivatives of the positions and rates of a chain with respect to some
// quantities, [joints,quantities] each.
type Tangent struct{ Position, Rate *mat.Dense }

// NewTangent returns the zero tangent for this many quantities.
func (c *Chain) NewTangent(quantities int) Tangent {
	joints := len(c.m.links)
	return Tangent{mat.NewDense(joints, quantities, nil), mat.NewDense(joints, quantities, nil)}
}

// State holds the positions and rates of the joints.
type State struct{ Position, Rate []float64 }

// Advance propagates a tangent over a time step h from one state to the next, which Step computed.
// by has the derivatives of the load by the last quantities; the load does not depend on the
// others. It reports whether the equations have a solution.
//
// Let r be the joint loads that a motion still needs, H the mass matrix, and s the share of its
// friction F that acts on a joint between the rates w and w'. Tangents then obey
//
//	H dw' + (dr/dq) dq + (dr/dw) dw + F ds + dr = 0
//
// This is solved by the implicit midpoint rule, which is of second order in h. v are the tangents
// of the rates at the midpoint:
//
//	(H + h/2 dr/dw + h^2/4 dr/dq + h F ds/dw') v = H dw - h/2 (dr/dq dq + F (ds/dw - ds/dw') dw + dr)
//	dq += h v    dw = 2 v - dw
func (c *Chain) Advance(t Tangent, from, to State, load *ChainLoad, by []*ChainLoad, h float64) (solved bool) {
	joints, quantities := t.Position.Dims()
	w := &c.advance
	w.begin(joints, quantities)
	rate, change, share := make([]float64, joints), make([]float64, joints), make([]float64, joints)
	rubs, turnsBack := make([]float64, joints), make([]float64, joints)
	for i := range joints {
		of := &load.links[i]
		middle := (from.Position[i] + to.Position[i]) / 2
		rate[i], change[i] = (from.Rate[i]+to.Rate[i])/2, (to.Rate[i]-from.Rate[i])/h
		var first, last float64
		share[i], first, last = met(from.Rate[i], to.Rate[i], of.resting)
		rubs[i], turnsBack[i] = of.friction*last, of.friction*(first-last)
		c.m.setPose(&c.m.links[i], middle)
	}
	c.bear(load)
	c.move(rate, change)
	c.resist(&w.inertia)
	for k := range joints {
		c.slopesBy(k, rate, change, &w.byPosition, &w.byRate)
		w.byRate.Set(k, k, w.byRate.At(k, k)+load.links[k].damping)
	}
	w.right.Mul(&w.byPosition, t.Position)
	missing := make([]float64, joints)
	for k, of := range by {
		c.missing(missing, rate, change, share, of)
		for i, value := range missing {
			w.right.RawRowView(i)[quantities-len(by)+k] += value
		}
	}
	for i := range joints {
		right, own := w.right.RawRowView(i), t.Rate.RawRowView(i)
		for k := range right {
			right[k] += float64(turnsBack[i] * own[k])
		}
	}
	w.scaled.Scale(h/2, &w.byPosition)
	w.all.Add(&w.byRate, &w.scaled)
	w.all.Scale(h/2, &w.all)
	w.all.Add(&w.all, &w.inertia)
	for i := range joints {
		w.all.Set(i, i, w.all.At(i, i)+float64(h*rubs[i]))
	}
	w.pushed.Mul(&w.inertia, t.Rate)
	w.right.Scale(-h/2, &w.right)
	w.pushed.Add(&w.pushed, &w.right)
	w.factors.Factorize(&w.all)
	if w.factors.SolveTo(&w.middle, false, &w.pushed) != nil {
		return false
	}
	for i := range joints {
		position, own, middle := t.Position.RawRowView(i), t.Rate.RawRowView(i), w.middle.RawRowView(i)
		for k, v := range middle {
			position[k] += float64(h * v)
			own[k] = float64(2*v) - own[k]
		}
	}
	return true
}

// advance has the matrices of Advance, whose memory the next call uses again.
type advance struct {
	inertia, byPosition, byRate, scaled, all mat.Dense // [joints,joints]
	right, pushed, middle                    mat.Dense // [joints,quantities]
	factors                                  mat.LU
}

// begin sets the matrices to zero.
func (w *advance) begin(joints, quantities int) {
	for _, m := range []*mat.Dense{&w.inertia, &w.byPosition, &w.byRate, &w.scaled, &w.all} {
		m.Reset()
		m.ReuseAs(joints, joints)
	}
	for _, m := range []*mat.Dense{&w.right, &w.pushed, &w.middle} {
		m.Reset()
		m.ReuseAs(joints, quantities)
	}
}
