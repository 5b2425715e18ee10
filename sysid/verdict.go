package sysid

import (
	"fmt"
	"math"
	"strings"
)

const (
	// maxResidual is the largest ratio of what a law that fits may leave to what noise and the
	// filter leave. It is above 1 because the noise of rates and angles adds to that.
	maxResidual = 1.5
	// minResidual is the smallest such ratio at which the estimate of noise can be true.
	minResidual = 0.1
	// maxFiltered is the fraction of a joint's torque that the filter may remove without a
	// warning.
	maxFiltered = 0.01
	// mostBeyond is the largest ratio of a joint's error on test recordings to its error on the
	// fitted recordings without a warning.
	mostBeyond = 3
)

// Verdict describes in words whether the law fits the recordings. It compares the law's residuals
// of the smoothed torques with those that noise and the filter cause, and names the quantity on
// which the residuals depend most. It also says where the filter removes motion.
func (m *Model) Verdict() string {
	return m.fits() + m.overestimates() + m.blurs()
}

// Beyond describes in a sentence by how much the errors on test recordings are larger than on the
// fitted ones, at the joint with the largest ratio. It returns "" if they are of similar size at
// every joint.
func (m *Model) Beyond(test Errors) string {
	at, most := 0, 0.0
	for j := range test.Joints {
		if ratio := test.Error[j] / m.Train.Error[j]; ratio > most {
			at, most = j, ratio
		}
	}
	if most <= mostBeyond {
		return ""
	}
	return fmt.Sprintf("On the test log it is worse: the error of the smoothed torque at %s is %.2g times that on the training log. The law or its constants may not hold for that motion, or that log is noisier.", test.Joints[at], most)
}

// Untried says in a sentence that the recordings are too short to try further terms. It returns ""
// if they were tried, or if the options name the terms.
func (m *Model) Untried() string {
	if !m.untried {
		return ""
	}
	return fmt.Sprintf("No further terms of the law were tried, because the recordings last %d s or less together, and no part of them is held out. Record for longer, or name terms by --learn and compare them on another recording by --test.", 2*span)
}

// Errs says in a sentence why the standard errors may be too small. It returns "" if the log does
// not contradict the law.
func (m *Model) Errs() string {
	fits := m.Depends == nil && m.overestimates() == ""
	for j := range m.Train.Joints {
		fits = fits && !(m.Train.unexplained(j) > maxResidual)
	}
	if fits {
		return ""
	}
	return "Standard errors hold only if the law fits, which this log contradicts: the true errors of constants and combinations may be several times as large."
}

// overestimates names the joints whose residual is so small that the estimate of noise cannot be
// true. It returns "" if there are none.
func (m *Model) overestimates() string {
	var under []string
	for j, joint := range m.Train.Joints {
		if ratio := m.Train.unexplained(j); ratio < minResidual {
			under = append(under, fmt.Sprintf("%.2g times as large at %s", ratio, joint))
		}
	}
	if under == nil {
		return ""
	}
	return fmt.Sprintf(" The estimate of noise does not hold, and so this says nothing about the fit: the residual is far smaller than what noise and the filter explain, %s. Rows may be out of order, or stamps wrong.", strings.Join(under, ", "))
}

// blurs names the joint at which the filter removes the largest part of the torque. It returns
// "" if the filter removes little at every joint.
func (m *Model) blurs() string {
	e, at, most := m.Train, 0, 0.0
	for j := range e.Joints {
		if part := e.Filtered[j] / e.Size[j]; part > most {
			at, most = j, part
		}
	}
	if most <= maxFiltered {
		return ""
	}
	return fmt.Sprintf(" The filter removes a part of the motion: it changes the torque at %[2]s by %.2[1]g %%, without the noise. Effects smaller than that cannot be seen, and constants may be off by as much: record more often or move more slowly.", 100*most, e.Joints[at])
}

// unseenTorque returns what a law that fits leaves of a joint's smoothed torque. It consists of
// the noise of torques and of accelerations that passes the filter, and of what the filter
// removes from the torque. The filter removes something else from the torque that the law
// computes from a smoothed motion.
func (e *Errors) unseenTorque(j int) float64 {
	return math.Sqrt(float64(e.Passed[j]*e.Passed[j]) + float64(e.Filtered[j]*e.Filtered[j]) + float64(e.Trembling[j]*e.Trembling[j]))
}

// unexplained returns the residual of a joint's smoothed torque over that of a law that fits.
func (e *Errors) unexplained(j int) float64 { return e.Fitted[j] / e.unseenTorque(j) }

// simulated is the largest ratio of noise to torque for which the noise counts as rounding of a
// program that simulated the log. What is measured has more.
const simulated = 3e-5

// noiseless reports whether torques and accelerations have no noise at any joint.
func (e *Errors) noiseless() bool {
	for j, size := range e.Size {
		if max(e.Noise[j], e.Trembling[j]) > simulated*size {
			return false
		}
	}
	return true
}

// fits says in one line whether the law fits.
func (m *Model) fits() string {
	e := &m.Train
	var over []string
	most := 0.0
	for j, joint := range e.Joints {
		left := e.unexplained(j)
		if most = max(most, left); left > maxResidual {
			over = append(over, fmt.Sprintf("%.2g at %s", left, joint))
		}
	}
	suspect := "The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."
	var largest Dependence
	for _, d := range m.Depends {
		if d.Fraction > largest.Fraction {
			largest = d
		}
	}
	if largest.Joint != "" {
		suspect = fmt.Sprintf("The first suspect, with %.0f %% of the residual at %s, is %s.", 100*largest.Fraction, largest.Joint, largest.On)
	}
	if over == nil {
		fits := fmt.Sprintf("at every joint, the residual of the smoothed torque is at most %.2g times what noise and the filter explain.", most)
		if largest.Joint == "" {
			return "The law fits the training log: " + fits
		}
		return "The law fits the training log in part: " + fits + " " + suspect
	}
	return fmt.Sprintf("The law does not fit the training log: the residual of the smoothed torque is larger than noise and the filter explain, by a factor of %s. %s", strings.Join(over, ", "), suspect)
}
