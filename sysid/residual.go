package sysid

import (
	"math"

	"gmnc/sysid/bumps"
)

// Residual is a small network for each joint, of its angle, its rate and the torque that its links
// need. It is 0 where the recordings had nothing.
type Residual struct {
	// Share is the share of the squares of each joint's measured torque that the network gives,
	// on the recordings of the fit. Penalty is its ridge parameter.
	Share   []float64 `json:"share"`
	Penalty []float64 `json:"penalty"`
	// HeldOut and HeldOutWithout are the root mean square errors of smoothed torques on parts of
	// those recordings that were held out, with the network and without it, by joint [N m; N].
	HeldOut        []float64 `json:"held_out"`
	HeldOutWithout []float64 `json:"held_out_without"`

	joints []bumps.Network
}

// Numbers are the networks of the joints as system.FrictionNetwork has them, one after the other.
func (r *Residual) Numbers() (all []float64) {
	for j := range r.joints {
		all = append(all, r.joints[j].Numbers()...)
	}
	return all
}

// penalties are the ridge parameters among which held-out parts choose, over the number of
// rows; with the last a network is hardly there.
var penalties = []float64{1e-4, 1e-3, 1e-2, 1e-1, 1}

// state are the inputs of a joint's network at the k-th row.
func (f *fit) state(m *motion, j, k int) [bumps.Inputs]float64 {
	row := m.rows[k]
	return [bumps.Inputs]float64{m.angle[j][row], m.rate[j][row], f.rigidTorque(m, j, k, f.constants)}
}

// partLeft is a motion with what the law leaves of its torques, [joints][rows].
type partLeft struct {
	*motion
	left [][]float64
}

// partsLeft are motions with what the law leaves.
func (f *fit) partsLeft(motions []*motion) (all []partLeft) {
	for _, m := range motions {
		all = append(all, partLeft{m, f.residuals(m)})
	}
	return all
}

// examples are those of a joint in motions.
func (f *fit) examples(motions []partLeft, j int) (e bumps.Examples) {
	for _, m := range motions {
		for k := range m.rows {
			e.States = append(e.States, f.state(m.motion, j, k))
		}
		e.Left = append(e.Left, m.left[j]...)
	}
	return e
}

// learnResidual fits the networks to what the law leaves.
func (f *fit) learnResidual() *Residual {
	r := &Residual{}
	wholes := f.partsLeft(f.motions)
	fitted, left := divided(f.motions)
	fittedParts, heldParts := f.partsLeft(fitted), f.partsLeft(left)
	for j := range f.tree.Links {
		all, seen, held := f.examples(wholes, j), f.examples(fittedParts, j), f.examples(heldParts, j)
		var torques []float64
		for _, m := range f.motions {
			for _, row := range m.rows {
				torques = append(torques, m.torque[j][row])
			}
		}
		if len(held.Left) == 0 {
			seen, held = all, all
		}
		b := bumps.New(all.States)
		best, least := penalties[len(penalties)-1], math.Inf(1)
		for _, penalty := range penalties {
			b.Fit(seen, penalty)
			if off := b.Off(held); off < least {
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
		r.HeldOut, r.HeldOutWithout = append(r.HeldOut, math.Sqrt(least)), append(r.HeldOutWithout, math.Sqrt(squared(held.Left)))
	}
	return r
}
