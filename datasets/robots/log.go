package robots

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
	"gmnc/sim/mechanism"
	"gmnc/sysid/jointlog"
)

// Options are the options of Prepare.
type Options struct {
	arrays.Options
	// Degrees says that the angles and rates of revolute joints are in degrees.
	Degrees bool
	// More are further logs of the same joints. Their recordings follow those of the first log.
	// With more than one, .npz files are read as logs, too.
	More []string
	// Log holds the options for reading a log that does not have arrays in even steps. Its
	// joints are those of the robot.
	Log jointlog.Options
}

// Prepare makes a data set of a robot's recorded motion, and returns it with notes about what
// was measured. It reads a table, a ROS 2 bag, or an .npz file with stamps, currents or goals as
// jointlog.Read does, and converts uneven rows to even steps. Any other .npz file has these
// arrays, whose names follow that of a split and _, unless the file has no splits:
//
//	angle   [recordings, frames, joints], or [frames, joints]: rad, m for sliding joints
//	rate    as angle: 1/s and m/s; central differences of angles if it is missing
//	torque  as angle: N m, N for sliding joints, constant from frame to frame
//	start   [recordings]: the first frame of each of several consecutive recordings
//
// The whole file has dt, the time [s] from frame to frame. It may have joints, the names of the
// columns, separated by |. Without joints, columns are in the order of the robot's bodies. Each
// joint has one axis. Every other key is an error unless it is ignored. Errors name the file,
// the key and the position. The robot's name becomes part of the source.
func Prepare(path string, robot *mechanism.Mechanism, name string, o Options) (data *datasets.Data, notes []string, err error) {
	l := &log{robot: robot, options: o.Options, degrees: o.Degrees, breaks: map[string][]int{}}
	valid := o.Options
	valid.Ignore = nil // positions are not read
	if err := valid.Validate(); err != nil {
		return nil, nil, err
	}
	if err := checkAxes(robot); err != nil {
		return nil, nil, err
	}
	if err := l.open(path, o); err != nil {
		return nil, nil, err
	}
	c := Config{Robot: robot, Name: name}
	all, err := c.structure()
	if err != nil {
		return nil, nil, err
	}
	o.Ignore, o.Shift, o.Dt, o.Checked, o.Jump, o.Breaks = nil, nil, l.time, true, l.broken, l.breaks
	data, notes, err = arrays.From(path, append(all, l.arrays...), o.Options)
	if err != nil && l.wound != "" {
		err = fmt.Errorf("%w (%s)", err, l.wound)
	}
	return data, slices.Concat(l.Notes, notes, c.Unsaid()), err
}

// open reads the file.
func (l *log) open(path string, o Options) error {
	if len(o.More) == 0 {
		if even, err := isArrays(path, o.Log); err != nil {
			return err
		} else if even {
			return npz.Open(path, func(a *npz.Archive) error {
				l.Reader = keys.New(a, o.Ignore)
				return l.read()
			})
		}
	}
	for _, name := range o.Ignore {
		if !slices.Contains(shiftable, name) {
			return fields.Errorf("{ignore} names %.40q, and of the log %s one of %v may be ignored", name, path, shiftable)
		}
	}
	l.Reader = keys.New(&npz.Archive{Path: path}, o.Ignore)
	return l.readLogs(append([]string{path}, o.More...), o.Log)
}

// These are the keys of the file.
const (
	angleKey  = "angle"
	rateKey   = "rate"
	torqueKey = "torque"
	jointsKey = "joints"
	startKey  = "start"
)

// log is the file that is being read.
type log struct {
	*keys.Reader
	options arrays.Options
	robot   *mechanism.Mechanism
	degrees bool             // whether angles and rates are in degrees
	width   int              // number of columns of the arrays
	columns []int            // column of each body's joint
	time    float64          // time [s] from frame to frame
	wound   string           // note of a joint that turns far, which may be why a motion is rejected
	broken  string           // note of angles that jump, or of a seam
	breaks  map[string][]int // frames of each split from which angles jump to the next
	arrays  []npz.Array      // arrays for arrays.From
}

func (l *log) read() (err error) {
	if err := l.readColumns(); err != nil {
		return err
	}
	if l.time, err = l.Time(l.options.Dt); err != nil {
		return err
	}
	if !(l.time > 0 && l.time <= longest) { // data of robots are in seconds
		return fields.Errorf("%s: dt is %g, expected the time in s from frame to frame, above 0 and up to %g: give it, or {dt}", l.Path, l.time, float64(longest))
	}
	found := false
	for _, split := range append([]string{""}, datasets.SplitNames...) {
		key := keys.Of(split, angleKey)
		if !l.Take(key) {
			continue
		}
		if found && l.Has(angleKey) {
			return l.Errorf(key, "is there and %s, too: expected arrays of splits, or of all recordings", angleKey)
		}
		found = true
		if err := l.readSplit(split); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s has no angles of joints: expected %s or {%s}_%s [recordings, frames, joints], and has %.200s",
			l.Path, angleKey, strings.Join(datasets.SplitNames, ","), angleKey, strings.Join(l.Keys, ", "))
	}
	return l.CheckKeys("a name of docs/data.md#robots")
}

// readColumns finds the columns of the robot's joints, by their names or in the order of the
// robot's bodies.
func (l *log) readColumns() error {
	bodies := l.robot.Bodies
	l.width = len(bodies)
	if !l.Take(jointsKey) {
		var names []string
		for b, body := range bodies {
			l.columns, names = append(l.columns, b), append(names, body.Name)
		}
		if len(names) > 1 {
			l.note("joints are taken in this order: %s; columns in another, such as by the alphabet, need the text %s, their names with | between", strings.Join(names, ", "), jointsKey)
		}
		return nil
	}
	text, err := l.Text(jointsKey)
	if err != nil {
		return fmt.Errorf("%w: the names of the columns with | between", err)
	}
	names := strings.Split(text, "|")
	for column, name := range names {
		names[column] = strings.TrimSpace(name)
	}
	l.width = len(names)
	for _, body := range bodies {
		column := slices.Index(names, body.Name)
		if column < 0 {
			return fields.Errorf("%s: %s has no %.40q, a joint of the robot: it has %.200s, names with | between; {hold} names joints that do not move, and a follower (<mimic>) needs a column, too", l.Path, jointsKey, body.Name, strings.Join(names, ", "))
		}
		l.columns = append(l.columns, column)
	}
	for column, name := range names {
		if !slices.Contains(l.columns, column) {
			l.note("%s: the column %d, %.40s, is not read: no joint of this name moves", jointsKey, column, name)
		}
	}
	return nil
}

func (l *log) note(format string, arguments ...any) {
	l.Notes = append(l.Notes, l.Path+": "+fmt.Sprintf(format, arguments...))
}
