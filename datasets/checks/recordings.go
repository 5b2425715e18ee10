package checks

import (
	"fmt"

	"gmnc/system"
)

// mostFrames is the approximate greatest number of frames of trajectories that are checked.
const mostFrames = 20000

// recordings returns the trajectories of the training samples as one recording. It returns nil
// if a sample has none, or if samples differ in their number of particles or in whether they
// have velocities.
func (s *subject) recordings() *Recording {
	r := &Recording{Each: 3, Starts: []int{0}}
	looked := 0
	for k := range s.data.Train {
		t := s.data.Train[k].Trajectory
		if t == nil || k > 0 && (t.Particles != r.Elements || (t.Velocities == nil) != (r.Rates == nil)) {
			return nil
		}
		r.Elements = t.Particles
		r.Positions, r.Rates = append(r.Positions, t.Positions...), append(r.Rates, t.Velocities...)
		looked++
		if r.Starts = append(r.Starts, len(r.Positions)/(3*t.Particles)); r.Starts[k+1] > mostFrames {
			break
		}
	}
	if r.Elements == 0 {
		return nil
	}
	if time, known, _ := s.data.About.Time(); known {
		r.Time = time
	}
	r.Drive(s.data.Train[:looked], s.data.EdgeFeatures)
	r.JumpLength = func(system.Trajectory) float64 { return s.length / 2 }
	return r
}

// wordsOfData returns the words for the recordings of a data set.
func (s *subject) wordsOfData() *Words {
	return &Words{
		Positions: "positions", Rates: "velocities", Loads: "forces or torques", Unit: s.data.About.LengthUnit, Recording: "training sample",
		Name: func(i int) string { return fmt.Sprint("particle ", i) },
		Remedies: map[string]string{
			AJump:     "unwrap positions that a periodic box has wrapped, leave out frames before the motion, such as a rest pose, or begin a sample after each jump",
			ASeam:     "begin a sample after it",
			LateLoads: "shift them in the file and prepare it again (--shift), or leave them out",
		},
	}
}
