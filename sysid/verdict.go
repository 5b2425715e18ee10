package sysid

import (
	"fmt"
	"strings"
)

// mostLeft is how many times the noise of the smoothed torque a law may leave that is said to fit:
// the noise of accelerations comes on top.
const mostLeft = 2

// Verdict says in a line whether the law fits the recordings: what it leaves of the smoothed torques
// beside their noise, and what the residuals depend on most.
func (m *Model) Verdict() string {
	e := m.Train
	var over []string
	most := 0.0
	for j, joint := range e.Joints {
		left := e.Error[j] / e.Passed[j]
		if most = max(most, left); left > mostLeft {
			over = append(over, fmt.Sprintf("%.2g at %s", left, joint))
		}
	}
	suspect := "The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."
	var largest Dependence
	for _, d := range m.Depends {
		if d.Share > largest.Share {
			largest = d
		}
	}
	if largest.Joint != "" {
		suspect = fmt.Sprintf("The first suspect, with %.0f %% of what is left at %s, is %s.", 100*largest.Share, largest.Joint, largest.On)
	}
	if over == nil {
		fits := fmt.Sprintf("at no joint does it leave more than %.2g times the noise of the smoothed torque.", most)
		if largest.Joint == "" {
			return "The law fits: " + fits
		}
		return "The law fits in part: " + fits + " " + suspect
	}
	return fmt.Sprintf("The law does not fit: of the smoothed torque it leaves, in units of its noise, %s. %s", strings.Join(over, ", "), suspect)
}
