package robots

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/sim/mechanism"
)

// Given holds starts and loads of joints with one axis, by split, from a file:
//
//	{train,valid,test}_angle   [recordings, joints], or [recordings, frames, joints] of
//	                           which the first frame is used: rad, m for sliding joints
//	{train,valid,test}_rate    likewise, 1/s and m/s; 0 if it is missing
//	{train,valid,test}_torque  [recordings, frames, joints]: N m, N for sliding joints,
//	                           constant from frame to frame; 0 if it is missing
//
// Joints are in the order of the robot's bodies.
type Given struct {
	joints int
	splits [3]recorded
	cut    []string // notes about arrays with more frames than are used
}

// recorded holds the arrays of a split, by recording.
type recorded struct {
	angle, rate [][]float64   // [joints]
	torque      [][][]float64 // [frames][joints]
}

// ReadGiven reads the file for a robot and a number of frames. The notes name the arrays that
// are not read.
func ReadGiven(path string, robot *mechanism.Mechanism, frames int) (g *Given, notes []string, err error) {
	g = &Given{joints: len(robot.Bodies)}
	if err := checkAxes(robot); err != nil {
		return nil, nil, err
	}
	err = npz.Open(path, func(a *npz.Archive) error {
		known := map[string]bool{}
		for split, name := range datasets.SplitNames {
			if err := g.read(a, known, &g.splits[split], name+"_", frames); err != nil {
				return err
			}
		}
		if g.counts() == [3]int{} {
			return fmt.Errorf("%s has no angles of joints: expected {train,valid,test}_angle [recordings, joints]", path)
		}
		var unread []string
		for _, key := range a.Keys {
			if !known[key] {
				unread = append(unread, key)
			}
		}
		if unread != nil {
			slices.Sort(unread)
			notes = append(notes, fmt.Sprintf("%s: not read: %s", path, strings.Join(unread, ", ")))
		}
		for _, text := range g.cut {
			notes = append(notes, fmt.Sprintf("%s: %s", path, text))
		}
		if names := branching(robot); names != nil {
			notes = append(notes, fmt.Sprintf("%s: joints are taken in this order: %s", path, strings.Join(names, ", ")))
		}
		return nil
	})
	return g, notes, err
}

// checkAxes returns an error if a joint does not have exactly one axis.
func checkAxes(robot *mechanism.Mechanism) error {
	for b, body := range robot.Bodies {
		if first, end := robot.RatesOf(b); end-first != 1 {
			return fields.Errorf("%.40q moves by %d axes, and angles are given of joints about one: the robot has to stand on its world; hold a joint that floats with {hold}", body.Name, end-first)
		}
	}
	return nil
}

// branching returns the names of a robot's joints in their order, since the robot's file may
// have them in another order. It returns nil for a chain, in which each body is attached to the
// one before it.
func branching(robot *mechanism.Mechanism) (names []string) {
	chain := true
	for b, body := range robot.Bodies {
		names, chain = append(names, body.Name), chain && body.Parent == b-1
	}
	if chain {
		return nil
	}
	return names
}

// read reads the arrays of a split, whose names begin with split.
func (g *Given) read(a *npz.Archive, known map[string]bool, r *recorded, split string, frames int) (err error) {
	first := func(name string) (rows [][]float64, err error) {
		key := split + name
		if known[key] = a.Has(key); !known[key] {
			return nil, nil
		}
		values, shape, err := a.Numbers(key)
		if err != nil {
			return nil, err
		}
		if len(shape) < 2 || len(shape) > 3 || shape[len(shape)-1] != g.joints || slices.Contains(shape, 0) {
			return nil, a.Errorf(key, "has shape %v, expected [recordings, joints] or [recordings, frames, joints] of %d joints", shape, g.joints)
		}
		for row := range slices.Chunk(values, len(values)/shape[0]) {
			rows = append(rows, row[:g.joints])
		}
		if len(shape) == 3 && shape[1] > 1 {
			g.cut = append(g.cut, fmt.Sprintf("%s has %d frames, of which the first alone is taken: motions are simulated from there", key, shape[1]))
		}
		return rows, nil
	}
	if r.angle, err = first("angle"); err != nil {
		return err
	}
	if r.rate, err = first("rate"); err != nil {
		return err
	}
	if r.rate != nil && len(r.rate) != len(r.angle) {
		return a.Errorf(split+"rate", "has %d recordings and %sangle has %d: expected equal numbers", len(r.rate), split, len(r.angle))
	}
	return g.readTorque(a, known, r, split+"torque", frames)
}

// readTorque reads the loads of frames.
func (g *Given) readTorque(a *npz.Archive, known map[string]bool, r *recorded, key string, frames int) error {
	if known[key] = a.Has(key); !known[key] {
		return nil
	}
	values, shape, err := a.Numbers(key)
	if err != nil {
		return err
	}
	if len(shape) != 3 || shape[0] != len(r.angle) || shape[1] < frames-1 || shape[2] != g.joints {
		return a.Errorf(key, "has shape %v, expected [%d recordings, %d frames or more, %d joints]", shape, len(r.angle), frames-1, g.joints)
	}
	if shape[1] > frames {
		g.cut = append(g.cut, fmt.Sprintf("%s has %d frames, of which the first %d act", key, shape[1], frames-1))
	}
	for recording := range slices.Chunk(values, shape[1]*shape[2]) {
		r.torque = append(r.torque, slices.Collect(slices.Chunk(recording, shape[2])))
	}
	return nil
}

// checkStarts returns an error if a joint starts far beyond its limits.
func (g *Given) checkStarts(robot *mechanism.Mechanism) error {
	for split, recordings := range g.splits {
		for index, angles := range recordings.angle {
			for b, angle := range angles {
				body := robot.Bodies[b]
				if articulated.Stop(body.Stop).FarBeyond(len(body.Slides) == 0, angle) {
					return fields.Errorf("{given}: %s: recording %d: joint %d, %.40s, starts at %.4g, far beyond its limits %.4g and %.4g: start within them, or leave {limits} out",
						datasets.SplitNames[split], index, b, body.Name, angle, body.Stop.Lower, body.Stop.Upper)
				}
			}
		}
	}
	return nil
}

// counts returns the number of recordings in each split.
func (g *Given) counts() (counts [3]int) {
	for split := range counts {
		counts[split] = len(g.splits[split].angle)
	}
	return counts
}

// start returns the start of a recording.
func (g *Given) start(c Config, split, index int) start {
	r := &g.splits[split]
	s := start{state: c.Robot.AtRest()}
	for b, angle := range r.angle[index] {
		c.Robot.SetAngle(s.state, b, angle)
	}
	if r.rate != nil {
		copy(s.state.Rates, r.rate[index])
	}
	if r.torque != nil {
		s.loads = r.torque[index][:c.Frames-1]
	}
	return s
}
