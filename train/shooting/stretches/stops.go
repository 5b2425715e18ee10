package stretches

import (
	"math"

	"gmnc/system"
	"gmnc/train/shooting/states"
)

// fewestFree is the least number of frames of a part without stops.
const fewestFree = 3

// WithoutStops returns the parts of recordings in which no stop acts on a joint, and their share of
// all steps. A prediction is not a smooth function of constants and first states where a stop
// acts, since the time at which a joint reaches its limit is rounded to a time step. time is the time of a
// frame, in the unit of positions over that of velocities. WithoutStops returns no parts if a
// joint does not have one axis.
func WithoutStops(samples []system.Sample, time float64) (parts []system.Sample, share float64) {
	var free, all float64
	for group := range samples {
		s := &samples[group]
		stopped, jointed := stoppedSteps(s, group, time)
		if !jointed {
			return nil, 0
		}
		all += float64(len(stopped))
		first := 0
		for step := range len(stopped) + 1 {
			if step < len(stopped) && !stopped[step] {
				continue
			}
			switch frames := step - first + 1; {
			case frames == len(stopped)+1:
				parts = append(parts, *s)
				free += float64(len(stopped))
			case frames >= fewestFree:
				parts = append(parts, s.Along(s.Trajectory.Stretch(first, frames-1)))
				free += float64(frames - 1)
			}
			first = step + 1
		}
	}
	return parts, free / max(all, 1)
}

// stoppedSteps reports, for each step of a recording, whether a stop may act on a joint in it: in
// one of its two frames, or between them at the rates that these have. jointed is false if not all
// joints have one axis.
func stoppedSteps(s *system.Sample, group int, time float64) (stopped []bool, jointed bool) {
	own := pairOf(s, group)
	if t := s.Trajectory; t != nil && t.Velocities != nil {
		own.Records = [2][]float64{t.Positions, t.Velocities}
	}
	own.States = states.Of(&own.Start)
	joints := own.Joints()
	if joints == nil {
		return nil, false
	}
	size := len(s.Position)
	var before []float64
	for frame := range own.Frames() {
		now := joints.Observe(own.Records[0][frame*size:(frame+1)*size], own.Records[1][frame*size:(frame+1)*size])
		if frame > 0 {
			stopped = append(stopped, anyBeyond(s, joints, before, time) || anyBeyond(s, joints, now, -time))
		}
		before = now
	}
	return stopped, true
}

// anyBeyond reports whether a joint is beyond a limit, or will be after a time at its rate.
func anyBeyond(s *system.Sample, joints *states.Joints, state []float64, time float64) bool {
	for k, row := range joints.Rows {
		_, turns := joints.Channel(k)
		limits := system.SlideLimits.Of(s)
		if turns {
			limits = system.TurnLimits.Of(s)
		}
		if limits == nil || !(limits[2*row] < limits[2*row+1]) {
			continue
		}
		lower, upper := float64(limits[2*row]), float64(limits[2*row+1])
		for _, at := range []float64{state[k], state[k] + float64(time*state[len(joints.Rows)+k])} {
			off := at - float64((lower+upper)/2)
			if turns {
				off = math.Remainder(off, 2*math.Pi)
			}
			if math.Abs(off) > (upper-lower)/2 {
				return true
			}
		}
	}
	return false
}
