// Package jointlog reads recordings of a robot's joints: angles, rates, and torques or the
// motors' currents, with time stamps that may be uneven.
package jointlog

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets/checks"
	"gmnc/datasets/rosbag"
	"gmnc/internal/fields"
	"gmnc/internal/fileformat"
	"gmnc/sysid/series"
)

// Recording is one motion. Its values are [joints][rows], with the joints in the requested
// order.
type Recording struct {
	Name   string    // name of the file, with the split and the number within it, if any
	Time   []float64 // [rows], s, increasing
	Angle  [][]float64
	Rate   [][]float64 // nil if the file has none
	Torque [][]float64 // nil if the file has none
}

// Log holds the recordings of a file by the splits that it names. Those of a file without
// splits are all under "".
type Log struct {
	Splits map[string][]Recording
	// Gain [N m/A] holds the torques per ampere by which currents were multiplied, one for each
	// joint or one for all. It is nil for a log of torques.
	Gain  []float64
	Notes []string // notes for the user
}

// All returns the recordings of every split.
func (l *Log) All() (all []Recording) {
	for _, split := range []string{"", "train", "valid", "test"} {
		all = append(all, l.Splits[split]...)
	}
	return all
}

// Options are the options of Read.
type Options struct {
	Joints []string // the joints that are wanted, by the names of the robot's file
	// Gain [N m/A] holds the torque of each joint per ampere of its motor, for a file of
	// currents. One number applies to all. An .npz file may have its own, named gain.
	Gain []float64
	// Gear holds the ratios by which motor efforts are multiplied to give joint torques. nil
	// means 1.
	Gear []float64
	// Servo [N m/rad, N/m] holds the torque of each joint per radian from its angle to its
	// goal, for servos that are commanded by position. One number applies to all. Unless it is
	// nil, the file's goals are read in place of torques.
	Servo []float64
	// Dt [s] is the time between rows of a file without stamps, or 0 if it is not given.
	Dt float64
	// Columns maps quantities to the names of columns in a CSV file. The quantities are time,
	// angle, rate, torque, current and goal. {} stands for the joint's name, or for its number.
	Columns map[string]string
	// Checked says that the caller checks the recordings itself (Check).
	Checked bool
	// Energies adds the energies of the robot to a recording, Limits holds the limits of its
	// joints, and Rotates says which of them are revolute. They serve the checks for oddities,
	// and are nil if the robot is unknown.
	Energies func(*checks.Recording)
	Limits   [][2]float64
	Rotates  []bool
}

// Validate returns an error for options that no robot has.
func (o Options) Validate() error {
	for _, of := range []struct {
		name   string
		values []float64
	}{{"gain", o.Gain}, {"gear", o.Gear}, {"servo", o.Servo}} {
		if n := len(of.values); n > 1 && n != len(o.Joints) {
			return fields.Errorf("{"+of.name+"} has %d numbers for %d joints (%s): expected one for each, or one for all", n, len(o.Joints), strings.Join(o.Joints, ", "))
		}
		for _, value := range of.values {
			if value == 0 || math.IsNaN(value) || math.IsInf(value, 0) {
				return fields.Errorf("{"+of.name+"} has %g, expected finite numbers other than 0", value)
			}
		}
	}
	if !(o.Dt >= 0 && o.Dt < math.Inf(1)) {
		return fields.Errorf("{dt} is %g, expected seconds from row to row", o.Dt)
	}
	for quantity := range o.Columns {
		if !slices.Contains(quantities, quantity) {
			return fields.Errorf("{columns} names %.40q, expected one of %s", quantity, strings.Join(quantities, ", "))
		}
	}
	return nil
}

// quantities lists the quantities that a column can have.
var quantities = []string{timeKey, angleKey, rateKey, torqueKey, currentKey, goalKey}

const (
	timeKey    = "time"
	angleKey   = "angle"
	rateKey    = "rate"
	torqueKey  = "torque"
	currentKey = "current"
	goalKey    = "goal"
)

// Read reads a .csv, .npz or .mcap file, or the folder of a ROS 2 bag. Errors name the file and
// the position in it.
func Read(path string, o Options) (*Log, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	extension := strings.ToLower(filepath.Ext(path))
	read := map[string]func(string, Options) (*Log, error){".csv": readCSV, ".txt": readCSV, ".npz": readNPZ, rosbag.Extension: readMCAP}[extension]
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		read, extension = readMCAP, rosbag.Extension
	case fileformat.Is(path, fileformat.NPZ):
		read = readNPZ
	case fileformat.Is(path, fileformat.MCAP):
		read, extension = readMCAP, rosbag.Extension
	case read == nil:
		return nil, fileformat.Explain(path, fmt.Errorf("%s: expected a log that ends in .csv, .npz or .mcap", path), fileformat.CSV)
	}
	log, err := read(path, o)
	if err != nil && extension == rosbag.Extension {
		return nil, fileformat.Explain(path, err, fileformat.MCAP)
	}
	if err != nil && extension != ".npz" {
		return nil, fileformat.Explain(path, err, fileformat.CSV)
	}
	if err != nil {
		return nil, err
	}
	for _, recordings := range log.Splits {
		for _, r := range recordings {
			if err := series.Check(r.Time); err != nil {
				return nil, fmt.Errorf("%s: time %w", r.Name, err)
			}
			if err := checkStep(r.Name, timeKey, r.Time, o.Dt); err != nil {
				return nil, err
			}
			if err := r.finite(o.Joints); err != nil {
				return nil, err
			}
		}
	}
	if !o.Checked {
		for _, note := range Check(log.All(), o, log.Gain) {
			log.Notes = append(log.Notes, note.Text())
		}
	}
	return log, nil
}

// finite returns an error for the first value that is not a finite number.
func (r *Recording) finite(joints []string) error {
	for _, of := range []struct {
		name    string
		columns [][]float64
	}{{angleKey, r.Angle}, {rateKey, r.Rate}, {torqueKey, r.Torque}} {
		for j, column := range of.columns {
			for row, value := range column {
				if math.IsNaN(value) || math.IsInf(value, 0) {
					return fmt.Errorf("%s: the %s of %s is %v in row %d, expected a finite number: leave out the rows, or the columns of this quantity", r.Name, of.name, joints[j], value, row)
				}
			}
		}
	}
	return nil
}

// served returns the torques of servos that are commanded by position. They are the differences
// from angles to goals, times the torques per radian. The result overwrites goal.
func served(goal, angle [][]float64, servo []float64) [][]float64 {
	for j, angles := range angle {
		for i, now := range angles {
			goal[j][i] -= now
		}
	}
	scale(goal, servo)
	return goal
}

// scale multiplies the columns of joints by the numbers in by. One number applies to all
// joints, and none changes nothing.
func scale(columns [][]float64, by []float64) {
	for j, column := range columns {
		factor := 1.0
		if len(by) > 0 {
			factor = by[min(j, len(by)-1)]
		}
		for i := range column {
			column[i] *= factor
		}
	}
}

// sorted sorts the rows by their stamps, drops rows whose stamp occurred before, and returns
// their number.
func (r *Recording) sorted() (dropped int) {
	order := make([]int, len(r.Time))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case r.Time[a] < r.Time[b]:
			return -1
		case r.Time[a] > r.Time[b]:
			return 1
		}
		return 0
	})
	order = slices.CompactFunc(order, func(a, b int) bool { return r.Time[a] == r.Time[b] })
	dropped = len(r.Time) - len(order)
	pick := func(values []float64) []float64 {
		picked := make([]float64, len(order))
		for i, row := range order {
			picked[i] = values[row]
		}
		return picked
	}
	r.Time = pick(r.Time)
	for _, columns := range [][][]float64{r.Angle, r.Rate, r.Torque} {
		for j := range columns {
			columns[j] = pick(columns[j])
		}
	}
	return dropped
}
