package sysid

import (
	"math"

	"gmnc/sysid/bumps"
)

// Residual is a small network for each joint. Its inputs are the joint's angle, its rate and
// the torque that its links need. It is 0 far from the states of the recordings.
type Residual struct {
	// Fraction is the ratio of the mean square of the network's torque to that of each joint's
	// smoothed torque, on the recordings of the fit. Penalty is its ridge parameter.
	Fraction []float64 `json:"share"`
	Penalty  []float64 `json:"penalty"`
	// HeldOut and HeldOutWithout are the root mean square errors of smoothed torques on
	// held-out parts of those recordings, with the network and without it, by joint [N m; N].
	HeldOut        []float64 `json:"held_out"`
	HeldOutWithout []float64 `json:"held_out_without"`

	joints []bumps.Network
}

// Numbers returns the networks of the joints in the form of system.FrictionNetwork, one after
// the other.
func (r *Residual) Numbers() (all []float64) {
	for j := range r.joints {
		all = append(all, r.joints[j].Numbers()...)
	}
	return all
}

// penalties lists the ridge parameters, divided by the number of rows, from which held-out
// parts choose. With the last a network almost vanishes.
var penalties = []float64{1e-4, 1e-3, 1e-2, 1e-1, 1}

// state returns the inputs of a joint's network at the k-th row.
func (f *fit) state(m *motion, j, k int) [bumps.Inputs]float64 {
	row := m.rows[k]
	return [bumps.Inputs]float64{m.angle[j][row], m.rate[j][row], f.rigidTorque(m, j, k, f.constants)}
}

// motionResiduals is a motion with the residuals of its torques, as [joints][rows].
type motionResiduals struct {
	*motion
	residuals [][]float64
}

// residualsOf returns motions with their residuals.
func (f *fit) residualsOf(motions []*motion) (all []motionResiduals) {
	for _, m := range motions {
		f.followDelay(m)
		all = append(all, motionResiduals{m, f.residuals(m)})
	}
	return all
}

// examples returns the examples for a joint from motions.
func (f *fit) examples(motions []motionResiduals, j int) (e bumps.Examples) {
	for _, m := range motions {
		for k := range m.rows {
			e.States = append(e.States, f.state(m.motion, j, k))
		}
		e.Left = append(e.Left, m.residuals[j]...)
	}
	return e
}

// learnResidual fits the networks to the residuals of the law.
func (f *fit) learnResidual() *Residual {
	r := &Residual{}
	whole := f.residualsOf(f.motions)
	fitted, heldOutMotions := divided(f.motions)
	fittedParts, heldOutParts := f.residualsOf(fitted), f.residualsOf(heldOutMotions)
	for j := range f.tree.Links {
		all, fittedExamples, heldOut := f.examples(whole, j), f.examples(fittedParts, j), f.examples(heldOutParts, j)
		var torques []float64
		for _, m := range f.motions {
			for _, row := range m.rows {
				torques = append(torques, m.torque[j][row])
			}
		}
		if len(heldOut.Left) == 0 {
			fittedExamples, heldOut = all, all
		}
		b := bumps.New(all.States)
		best, least := penalties[len(penalties)-1], math.Inf(1)
		for _, penalty := range penalties {
			b.Fit(fittedExamples, penalty)
			if off := b.Off(heldOut); off < least {
				best, least = penalty, off
			}
		}
		b.Fit(all, best)
		var given float64
		for _, state := range all.States {
			torque := b.Torque(state)
			given += torque * torque / float64(len(all.States))
		}
		r.joints = append(r.joints, b)
		r.Fraction, r.Penalty = append(r.Fraction, given/squared(torques)), append(r.Penalty, best)
		r.HeldOut, r.HeldOutWithout = append(r.HeldOut, math.Sqrt(least)), append(r.HeldOutWithout, math.Sqrt(squared(heldOut.Left)))
	}
	return r
}
