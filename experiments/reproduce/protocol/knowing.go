package protocol

import (
	"strings"
)

// RadiusLevel is the probability of the radii that the table measures.
const RadiusLevel = 0.9

// These are the goals of the table. Coverage may differ by CoverageTolerance on the training's
// system, and must be at least LeastCoverage on others.
const (
	CoverageTolerance = 0.02
	LeastCoverage     = 0.8
	MostSharpness     = 1.5
	LeastRank         = 0.6
	MostTime          = 1.3
)

// RadiusMeasures holds measurements of radii on test samples.
type RadiusMeasures struct {
	Particles float64 `json:"particles_covered,omitempty"`
	Systems   float64 `json:"systems_covered,omitempty"`
	// Sharpness is the median radius divided by the quantile of errors at the level.
	Sharpness float64 `json:"sharpness,omitempty"`
	Rank      float64 `json:"rank_correlation,omitempty"`
	// Time is the time of a call of the file with radii, for one system, divided by that of the
	// file without radii.
	Time float64 `json:"time,omitempty"`
}

// Misses names the goals that are not met; elsewhere says that a system is not that of the
// training.
func (k RadiusMeasures) Misses(elsewhere bool) string {
	least, most := RadiusLevel-CoverageTolerance, RadiusLevel+CoverageTolerance
	if elsewhere {
		least, most = LeastCoverage, 1
	}
	var missed []string
	for _, goal := range []struct {
		name string
		met  bool
	}{
		{"particles", least <= k.Particles && k.Particles <= most}, {"systems", least <= k.Systems && k.Systems <= most},
		{"radius", k.Sharpness <= MostSharpness}, {"rank", k.Rank >= LeastRank}, {"time", k.Time <= MostTime},
	} {
		if !goal.met {
			missed = append(missed, goal.name)
		}
	}
	return strings.Join(missed, ", ")
}

// TimedCalls is the number of calls of each file that are timed.
const TimedCalls = 101
