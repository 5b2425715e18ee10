// Package md17 makes data sets from molecular dynamics: from the MD17 files, from ready-made
// pairs of frames, and from XYZ trajectories.
package md17

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/internal/fileformat"
	"gmnc/internal/periodic"
	"gmnc/system"
)

// trajectory holds a molecule in all frames of a simulation. Lengths are in angstrom once it is
// converted.
type trajectory struct {
	first   int     // its first frame in the file
	numbers []int64 // atomic number of each atom
	motion  system.Trajectory
	energy  []float64 // of each frame; nil if it is not known, as all below
	// forces, momenta and speeds hold vectors of each atom in each frame. momenta and speeds
	// are in the units of time of the file.
	forces, momenta, speeds []float64
	timed                   string            // note on the time of a frame by the speeds
	charges                 []float64         // of each atom in each frame, in elementary charges
	cells                   []*periodic.Cell  // of each frame, which may be nil
	frameTime               float64           // time from frame to frame in fs, by the times of frames
	unit                    string            // unit of length in the words of the file, or "" if it names none
	speedUnit               *speedUnit        // unit of velocities or momenta, or nil if the file names none that is known
	notes                   []string          // notes for people
	moving                  *checks.Recording // the motion with the velocities, or nil without these
	broken                  []int             // frames from which no motion leads to the next, so that no drawn pair crosses them
}

// source is what a data set is made from: a trajectory, or pairs of frames that were already
// cut out of one.
type source struct {
	file    string
	path    string  // the file in messages, with the molecule if there are several
	name    string  // name of the molecule in notes, or "" if it is the only one
	numbers []int64 // atomic number of each atom
	known   []int64 // atomic numbers of all molecules of the file
	celled  bool    // whether any of these has a cell
	*trajectory
	pairs    *datasets.Data
	interval int64 // frames between the two of a pair, or 0 if it is not known
	// frameTime is the time from frame to frame in fs, or 0 if it is not known.
	frameTime float64
	grid      float64 // grid in angstrom to which coordinates were rounded, or 0 if it is not known
	unit      string
	chosen    bool // whether sticks were chosen from the seed
	notes     []string
}

// read reads a file in any of the formats. It returns one source for each molecule.
func read(path string, types typeNames) (all []*source, err error) {
	if strings.EqualFold(filepath.Ext(path), ".npz") || fileformat.Is(path, fileformat.NPZ) {
		s := &source{file: path, path: path}
		return []*source{s}, npz.Open(path, s.readArchive)
	}
	molecules, err := readXYZ(path, types)
	if err != nil {
		return nil, fileformat.Explain(path, err, fileformat.XYZ)
	}
	if err := types.checkFound(path); err != nil {
		return nil, err
	}
	for _, t := range molecules {
		s := &source{file: path, path: path, numbers: t.numbers, trajectory: t, unit: t.unit, notes: t.notes}
		if len(molecules) > 1 {
			s.name = fmt.Sprintf("the molecule of %d atoms from frame %d on", len(t.numbers), t.first)
			s.path += ": " + s.name
		}
		all = append(all, s)
	}
	return all, nil
}

// These are the names of arrays in MD17, in the revised MD17, and others in use.
var (
	numberKeys   = []string{"z", "nuclear_charges", "atomic_numbers", "numbers"}
	positionKeys = []string{"R", "coords", "coordinates", "positions"}
	forceKeys    = []string{"F", "forces"}
	energyKeys   = []string{"E", "energies", "energy"}
	speedKeys    = []string{"V", "velocities"}
)

// speedUnitKey is the key of the unit of velocities.
const speedUnitKey = "v_unit"

// oneOf returns the first of the names that the file has. If it has none, oneOf returns the
// first name and false.
func oneOf(a *npz.Archive, names []string) (key string, has bool) {
	for _, name := range names {
		if a.Has(name) {
			return name, true
		}
	}
	return names[0], false
}

func (s *source) readArchive(a *npz.Archive) (err error) {
	key, has := oneOf(a, numberKeys)
	if !has {
		return a.Errorf(key, "is missing: expected the atomic numbers z [atoms], and R [frames, atoms, 3] or {train,valid,test}_{x0,v0,xT}; in the revised MD17 they are nuclear_charges and coords; the file has %.200s", strings.Join(a.Keys, ", "))
	}
	if s.numbers, err = a.Ints(key, npz.Axis{Name: "atoms", Size: -1}); err != nil {
		return err
	}
	if len(s.numbers) == 0 {
		return a.Errorf(key, "has no atoms")
	}
	for i, number := range s.numbers {
		if number < 1 || number > int64(len(symbols)) {
			return a.Errorf(key, "has %d for atom %d, expected an atomic number, 1 to %d", number, i, len(symbols))
		}
	}
	if a.Has("dt_fs") {
		if s.frameTime, err = number(a, "dt_fs"); err != nil {
			return err
		}
		if !(s.frameTime > 0) || math.IsInf(s.frameTime, 1) {
			return a.Errorf("dt_fs", "is %g, expected the time from frame to frame in fs, above 0", s.frameTime)
		}
	}
	if a.Has("r_unit") {
		if s.unit, err = a.Text("r_unit"); err != nil {
			return err
		}
	}
	if positions, has := oneOf(a, positionKeys); has {
		return s.readFrames(a, key, positions)
	}
	return s.readPairs(a)
}

// readFrames reads the format of the MD17 files. numbers is the key of the atomic numbers, and
// key that of the positions.
func (s *source) readFrames(a *npz.Archive, numbers, key string) (err error) {
	atoms, axes := npz.Axis{Name: "atoms", Size: len(s.numbers)}, npz.Axis{Name: "axes", Size: 3}
	t := &trajectory{numbers: s.numbers, motion: system.Trajectory{Particles: len(s.numbers)}}
	var shape []int
	if t.motion.Positions, shape, err = a.Doubles(key, npz.Axis{Name: "frames", Size: -1}, atoms, axes); err != nil {
		return err
	}
	if shape[0] == 0 {
		return a.Errorf(key, "has no frames, expected two or more")
	}
	if err := checkFinite(a, key, t.motion.Positions, len(s.numbers)); err != nil {
		return err
	}
	s.trajectory = t
	read := []string{numbers, key, "r_unit", "dt_fs"}
	frames := npz.Axis{Name: "frames", Size: shape[0]}
	if forces, has := oneOf(a, forceKeys); has {
		if t.forces, _, err = a.Doubles(forces, frames, atoms, axes); err != nil {
			return err
		}
		if err := checkFinite(a, forces, t.forces, len(s.numbers)); err != nil {
			return err
		}
		read = append(read, forces)
	}
	if speeds, has := oneOf(a, speedKeys); has {
		if t.speeds, _, err = a.Doubles(speeds, frames, atoms, axes); err != nil {
			return err
		}
		if err := checkFinite(a, speeds, t.speeds, len(s.numbers)); err != nil {
			return err
		}
		read = append(read, speeds)
		if a.Has(speedUnitKey) {
			unit, err := a.Text(speedUnitKey)
			if err != nil {
				return err
			}
			if t.speedUnit = parseSpeedUnit(unit); t.speedUnit == nil {
				return a.Errorf(speedUnitKey, "is %.40q, which is not known here: expected a length by a time, such as angstrom/fs, or ASE", unit)
			}
			read = append(read, speedUnitKey)
		}
	}
	if energy, has := oneOf(a, energyKeys); has {
		if t.energy, err = energies(a, energy, frames); err != nil {
			return err
		}
		read = append(read, energy)
	}
	if left := slices.DeleteFunc(slices.Clone(a.Keys), func(key string) bool { return slices.Contains(read, key) }); len(left) > 0 {
		s.notes = append(s.notes, fmt.Sprintf("not read: %.200s", strings.Join(left, ", ")))
	}
	return nil
}

// energies returns the energies of frames, whose array may have a second axis of one column.
func energies(a *npz.Archive, key string, frames npz.Axis) (values []float64, err error) {
	if values, _, err = a.Doubles(key, frames); err != nil {
		column, _, second := a.Doubles(key, frames, npz.Axis{Name: "columns", Size: 1})
		if second != nil {
			return nil, err
		}
		values = column
	}
	for i, value := range values {
		if !(math.Abs(value) <= math.MaxFloat32) {
			return nil, a.Errorf(key, "has %v at [%d], expected finite float32 numbers", value, i)
		}
	}
	return values, nil
}

// readPairs reads {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3], which are split already. It
// also reads {train,valid,test}_frame [pairs], the frames at which the pairs begin.
func (s *source) readPairs(a *npz.Archive) (err error) {
	s.pairs = &datasets.Data{Origins: map[string]datasets.Origin{}}
	for split, samples := range s.pairs.Splits() {
		if *samples, err = s.readSplit(a, split); err != nil {
			return err
		}
		if key := split + "_frame"; a.Has(key) {
			frames, err := a.Ints(key, npz.Axis{Name: "pairs", Size: len(*samples)})
			if err != nil {
				return err
			}
			s.pairs.Origins[split] = datasets.Origin{Starts: frames}
		}
	}
	if a.Has("delta_frame") {
		interval, err := a.Ints("delta_frame")
		if err != nil {
			return err
		}
		if len(interval) != 1 || interval[0] <= 0 {
			return a.Errorf("delta_frame", "holds %v, expected one number of frames above 0", interval)
		}
		s.interval = interval[0]
	}
	return nil
}

func (s *source) readSplit(a *npz.Archive, split string) ([]system.Sample, error) {
	var arrays [4][]float32
	pairs := -1
	for i, name := range []string{"x0", "v0", "xT", "vT"} {
		key := split + "_" + name
		if !a.Has(key) {
			if name == "vT" {
				continue
			}
			return nil, a.Errorf(key, "is missing: expected R [frames, atoms, 3], or {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3]")
		}
		values, shape, err := a.Floats(key, npz.Axis{Name: "pairs", Size: pairs}, npz.Axis{Name: "atoms", Size: len(s.numbers)}, npz.Axis{Name: "axes", Size: 3})
		if err != nil {
			return nil, err
		}
		if shape[0] == 0 {
			return nil, a.Errorf(key, "has no pairs, expected one or more")
		}
		if err := checkFinite(a, key, values, len(s.numbers)); err != nil {
			return nil, err
		}
		arrays[i], pairs = values, shape[0]
	}
	samples := make([]system.Sample, pairs)
	size := 3 * len(s.numbers)
	for i := range samples {
		of := func(k int) []float32 { return arrays[k][i*size : (i+1)*size] }
		samples[i] = system.Sample{Position: of(0), Velocity: of(1), TargetPosition: of(2)}
		if arrays[3] != nil {
			samples[i].TargetVelocity = of(3)
		}
	}
	return samples, nil
}

func checkFinite[T float32 | float64](a *npz.Archive, key string, values []T, atoms int) error {
	for i, value := range values {
		if !(math.Abs(float64(value)) <= math.MaxFloat32) {
			return a.Errorf(key, "has %v at [%d, %d, %d], expected finite float32 numbers", value, i/(3*atoms), i/3%atoms, i%3)
		}
	}
	return nil
}
