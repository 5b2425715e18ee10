package sysid

import (
	"math"

	"gmnc/sysid/bumps"
)

// Residual is a small network for each joint. Its inputs are the joint's angle, its rate and
// the torque that its links need. It is 0 far from the states of the recordings.
type Residual struct {
	// Share is the ratio of the mean square of the network's torque to that of each joint's
	// smoothed torque, on the recordings of the fit. Penalty is its ridge parameter.
	Share   []float64 `json:"share"`
	Penalty []float64 `json:"penalty"`
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

// partLeft is a motion with the residuals of its torques, as [joints][rows].
type partLeft struct {
	*motion
	left [][]float64
}

// partsLeft returns motions with their residuals.
func (f *fit) partsLeft(motions []*motion) (all []partLeft) {
	for _, m := range motions {
		all = append(all, partLeft{m, f.residuals(m)})
	}
	return all
}

// examples returns the examples for a joint from motions.
func (f *fit) examples(motions []partLeft, j int) (e bumps.Examples) {
	for _, m := range motions {
		for k := range m.rows {
			e.States = append(e.States, f.state(m.motion, j, k))
		}
		e.Left = append(e.Left, m.left[j]...)
	}
	return e
}

// learnResidual fits the networks to the residuals of the law.
func (f *fit) learnResidual() *Residual {
	r := &Residual{}
	wholes := f.partsLeft(f.motions)
	fitted, left := divided(f.motions)
	fittedParts, heldOutParts := f.partsLeft(fitted), f.partsLeft(left)
	for j := range f.tree.Links {
		all, seen, heldOut := f.examples(wholes, j), f.examples(fittedParts, j), f.examples(heldOutParts, j)
		var torques []float64
		for _, m := range f.motions {
			for _, row := range m.rows {
				torques = append(torques, m.torque[j][row])
			}
		}
		if len(heldOut.Left) == 0 {
			seen, heldOut = all, all
		}
		b := bumps.New(all.States)
		best, least := penalties[len(penalties)-1], math.Inf(1)
		for _, penalty := range penalties {
			b.Fit(seen, penalty)
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
		r.Share, r.Penalty = append(r.Share, given/squared(torques)), append(r.Penalty, best)
		r.HeldOut, r.HeldOutWithout = append(r.HeldOut, math.Sqrt(least)), append(r.HeldOutWithout, math.Sqrt(squared(heldOut.Left)))
	}
	return r
}
