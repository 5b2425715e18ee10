package robots

import (
	"math"
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// recording is the motion of a split, frame after frame.
type recording struct {
	axes                []int     // sizes before the joints' axis
	starts              []int     // first frame of each recording, and the end of the last
	angle, rate, torque []float64 // [frames, joints], in the order of the robot's bodies
}

// readSplit reads the arrays of a split.
func (l *log) readSplit(split string) (err error) {
	r := recording{}
	if r.angle, r.axes, err = l.readColumnsOf(keys.Of(split, angleKey), nil); err != nil {
		return err
	}
	if err := l.readStarts(split, &r); err != nil {
		return err
	}
	for _, name := range shiftable {
		if key := keys.Of(split, name); l.Take(key) {
			if *r.columns(name), _, err = l.readColumnsOf(key, r.axes); err != nil {
				return err
			}
		}
	}
	return l.add(split, &r)
}

// add checks the motion of a split, and computes positions, velocities and loads from it.
func (l *log) add(split string, r *recording) error {
	l.toRadians(r)
	if err := l.shift(split, r); err != nil {
		return err
	}
	if err := l.checkPositions(split, r); err != nil {
		return err
	}
	if err := l.checkMotion(split, r); err != nil {
		return err
	}
	l.move(split, r)
	if r.torque != nil {
		l.load(split, r)
	}
	return nil
}

// readColumnsOf reads the columns of the robot's joints. The sizes before the joints' axis must
// be axes. If axes is nil, one or two axes of any size may precede it.
func (l *log) readColumnsOf(key string, axes []int) (columns []float64, before []int, err error) {
	values, shape, err := l.Numbers(key)
	if err != nil {
		return nil, nil, err
	}
	last := len(shape) - 1
	switch {
	case last < 1 || last > 2 || shape[last] != l.width || len(values) == 0:
		return nil, nil, l.Errorf(key, "has shape %v, expected [recordings, frames, %d joints], or without the axis of recordings", shape, l.width)
	case axes != nil && !slices.Equal(shape[:last], axes):
		return nil, nil, l.Errorf(key, "has shape %v, and angles have %v: expected the same", shape, append(axes, l.width))
	case len(values)/l.width > mostSamples:
		return nil, nil, l.Errorf(key, "has %d frames, expected %d at most", len(values)/l.width, mostSamples)
	}
	for i, value := range values {
		if !(math.Abs(value) <= math.MaxFloat32) {
			return nil, nil, l.Errorf(key, "has %v in row %d, column %d, expected a finite float32", value, i/l.width, i%l.width)
		}
	}
	for row := range slices.Chunk(values, l.width) {
		for _, column := range l.columns {
			columns = append(columns, row[column])
		}
	}
	return columns, shape[:last], nil
}

// readStarts reads the first frames of recordings, which arrays.From reads again and checks.
func (l *log) readStarts(split string, r *recording) error {
	frames := r.axes[len(r.axes)-1]
	r.starts = []int{0}
	key := keys.Of(split, startKey)
	if l.Take(key) {
		starts, err := l.Ints(key, npz.Axis{Name: "recordings", Size: -1})
		if err != nil {
			return err
		}
		for _, start := range starts {
			if len(r.axes) == 1 && start > int64(r.starts[len(r.starts)-1]) && start < int64(frames) {
				r.starts = append(r.starts, int(start))
			}
		}
		l.arrays = append(l.arrays, npz.Array{Key: key, Shape: []int{len(starts)}, Ints: starts})
	}
	for end := frames; end < len(r.angle)/len(l.columns); end += frames {
		r.starts = append(r.starts, end)
	}
	r.starts = append(r.starts, len(r.angle)/len(l.columns))
	return nil
}

// turns reports whether the joint of a body is revolute.
func (l *log) turns(body int) bool { return len(l.robot.Bodies[body].Turns) > 0 }

// recording returns the motion in the form of package checks. The angles of revolute joints are
// unwrapped.
func (l *log) recording(r *recording) *checks.Recording {
	motion := &checks.Recording{Elements: len(l.columns), Each: 1, Starts: r.starts, Positions: slices.Clone(r.angle), Rates: r.rate, Loads: r.torque, Time: l.time, AddEnergies: l.addEnergies}
	for b, body := range l.robot.Bodies {
		motion.Limits, motion.Rotates = append(motion.Limits, body.Range), append(motion.Rotates, l.turns(b))
		if led := body.Follows; led != nil {
			if leader := slices.IndexFunc(l.robot.Bodies, func(b mechanism.Body) bool { return b.Name == led.Joint }); leader >= 0 {
				motion.Followers = append(motion.Followers, checks.Follower{Joint: b, Leader: leader, Times: led.Times, Offset: led.Offset})
			}
		}
	}
	motion.Unwrap()
	return motion
}

// move adds the positions and velocities of the robot's particles.
func (l *log) move(split string, r *recording) {
	n, joints, pose := len(l.robot.Rest), len(l.columns), l.robot.NewPose()
	x, v := pose.Particles()
	size := 3 * n * (len(r.angle) / joints)
	positions, velocities := make([]float32, 0, size), make([]float32, 0, size)
	for at := 0; at < len(r.angle); at += joints {
		pose.Set(r.angle[at:][:joints], r.rate[at:][:joints])
		for i := range x {
			positions = append(positions, float32(x[i].X), float32(x[i].Y), float32(x[i].Z))
			velocities = append(velocities, float32(v[i].X), float32(v[i].Y), float32(v[i].Z))
		}
	}
	shape := append(slices.Clone(r.axes), n, 3)
	l.arrays = append(l.arrays,
		npz.Array{Key: keys.Of(split, "positions"), Shape: shape, Floats: positions},
		npz.Array{Key: keys.Of(split, "velocities"), Shape: shape, Floats: velocities})
}

// load adds the torques of revolute joints and the thrusts of sliding ones.
func (l *log) load(split string, r *recording) {
	joints := len(l.columns)
	for _, of := range []struct {
		field *system.Field
		turns bool
	}{{system.Torque, true}, {system.Thrust, false}} {
		loads, acts := make([]float32, len(r.torque)), false
		for i, load := range r.torque {
			if l.turns(i%joints) == of.turns {
				loads[i], acts = float32(load), true
			}
		}
		if acts {
			l.arrays = append(l.arrays, npz.Array{Key: keys.Of(split, of.field.Array()), Shape: append(slices.Clone(r.axes), joints), Floats: loads})
		}
	}
}
