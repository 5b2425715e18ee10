// Package checks examines recordings and data sets for faults. The rows of a table define the checks:
// what each measures, the threshold above which it reports a finding, the text of the finding, and
// its remedy.
package checks

import (
	"iter"
	"math"
	"slices"

	"gmnc/system"
)

// Recording is the input of the checks: the numbers of a file, frame after frame, of one
// recording or of several, one after the other. Positions are the coordinates of particles, or the
// positions of joints [rad or m]. An angle continues beyond pi and does not wrap to -pi.
type Recording struct {
	Elements int   // particles, or joints
	Each     int   // numbers of each element: 3 for particles, 1 for joints
	Starts   []int // the first frame of each recording, and the end of the last

	Positions []float64 // [frames, elements, each]
	Rates     []float64 // like Positions, in lengths over units of Time; nil if the file has none
	Loads     []float64 // like Positions: forces or torques; nil if the file has none
	Time      float64   // from frame to frame; 0 if it is not known or differs
	Stamps    []float64 // the time of each frame; nil if the file has none
	// States holds numbers of each frame [frames, any] that work changes. Energies are sums of
	// these numbers times factors, which the checks find. Energies holds the energies of parts
	// of a system [frames, parts] as far as they are known. Both are nil if no load is checked.
	States, Energies []float64
	// Potentials holds the part of States that positions of joints alone make. The rest is of second degree in rates.
	Potentials []float64
	// Massless reports that masses are not known. Energies are then those of masses of 1.
	Massless bool
	// AddEnergies fills these by means of rates that are not late. It is nil if nothing is known
	// about them. The parts of joints are the kinetic and the potential energy of each link in
	// turn.
	AddEnergies func(*Recording)
	// Limits holds the limits of joints [elements], both 0 if a joint has none. Rotates holds
	// whether each joint rotates. Both are nil if no limits are known. Followers holds the
	// joints that follow others by the robot's file, whose limits must be known.
	Limits    [][2]float64
	Rotates   []bool
	Followers []Follower
	// LeftOut holds the frames from which no sample leads to the next, in any order, such as those
	// that the reader has filled because a particle is missing.
	LeftOut []int
	// Instant reports whether loads and energies are those that a file has at its frames.
	// Otherwise loads are constant until the next frame, and energies follow from the motion.
	Instant bool
	// HeldOrSampled reports that it is not known whether loads act until the next frame or are those at frames.
	HeldOrSampled bool
	// JumpLength returns the length above which a step in a recording may be a jump. If it is nil, the
	// length is an eighth of the largest range of a coordinate.
	JumpLength func(t system.Trajectory) float64

	joints       *Recording // the joints on which the loads of particles act; nil if loads act on the elements
	fileStarts   []int      // the starts of the file's recordings, if stretches without gaps have others
	searched     bool
	jumps, seams []Jump
	skips        []Skip
	filled       *[]Misplaced // the result of Zeros, or nil until it is known
	exchanged    *[]Misplaced // that of Exchanges
	scale        *Scale       // the scale of all rates, or nil if it is not known yet
	motion       *lagrangian  // the terms of the equations of motion, or nil if they are not known yet
}

// size returns the number of numbers in a frame, and frames the number of frames.
func (r *Recording) size() int   { return r.Elements * r.Each }
func (r *Recording) frames() int { return r.Starts[len(r.Starts)-1] }

// starts returns the first frames of the recordings.
func (r *Recording) starts() []int { return r.Starts[:len(r.Starts)-1] }

// trajectory returns one of the recordings, of particles, or of joints as particles that move
// along x.
func (r *Recording) trajectory(k int) system.Trajectory {
	size := r.size()
	positions := r.Positions[r.Starts[k]*size : r.Starts[k+1]*size]
	if r.Each == 1 {
		along := make([]float64, 3*len(positions))
		for i, position := range positions {
			along[3*i] = position
		}
		positions = along
	}
	return system.Trajectory{Particles: r.Elements, Positions: positions}
}

// steps yields the frames of the file's recordings except the last of each.
func (r *Recording) steps() iter.Seq[int] {
	return func(yield func(int) bool) {
		starts := r.file()
		for k, start := range starts[:len(starts)-1] {
			for frame := start; frame < starts[k+1]-1; frame++ {
				if !yield(frame) {
					return
				}
			}
		}
	}
}

// Range returns the largest range of a coordinate of a trajectory.
func Range(t system.Trajectory) (widest float64) {
	size := 3 * t.Particles
	for column := range size {
		least, most := math.Inf(1), math.Inf(-1)
		for i := column; i < len(t.Positions); i += size {
			least, most = min(least, t.Positions[i]), max(most, t.Positions[i])
		}
		widest = max(widest, most-least)
	}
	return widest
}

// rangeRatio is the ratio of a range to the length of a step that may be a jump, if no typical
// length is known.
const rangeRatio = 8

// jumpLength returns the length above which a step of a recording may be a jump.
func (r *Recording) jumpLength(t system.Trajectory) float64 {
	if r.JumpLength != nil {
		return r.JumpLength(t)
	}
	return Range(t) / rangeRatio
}

// Breaks returns the jumps of particles and the seams of all recordings, in the order of
// frames.
func (r *Recording) Breaks() (jumps, seams []Jump) {
	if r.searched {
		return r.jumps, r.seams
	}
	r.searched = true
	gaps, uneven := r.unevenly()
	for k, start := range r.starts() {
		t := r.trajectory(k)
		length := r.jumpLength(t)
		own, joints, skips := Breaks(t, length)
		if uneven {
			jumpsLeft, seamsLeft, _ := Breaks(r.evened(t, start, gaps.Typical), length)
			byStamps := func(jump Jump) bool { return !isAt(jumpsLeft, jump.Frame) && !isAt(seamsLeft, jump.Frame) }
			own, joints = slices.DeleteFunc(own, byStamps), slices.DeleteFunc(joints, byStamps)
		}
		for _, skip := range skips {
			skip.Frame += start
			r.skips = append(r.skips, skip)
		}
		for _, jump := range own {
			jump.Frame += start
			r.jumps = append(r.jumps, jump)
		}
		for _, seam := range joints {
			seam.Frame += start
			r.seams = append(r.seams, seam)
		}
	}
	return r.jumps, r.seams
}

// roughness returns the roughness of all recordings together, of frames that are a stride apart.
func (r *Recording) roughness(stride int) float64 {
	size := r.size()
	var curvatures, displacements float64
	for k, start := range r.starts() {
		turned, moved := secondDifferences(r.Positions[start*size:r.Starts[k+1]*size], stride*size)
		curvatures, displacements = curvatures+turned, displacements+moved
	}
	return curvatures / displacements
}

// addEnergies adds energies. First it replaces rates that are late, or that are not those of
// positions, by differences.
func (r *Recording) addEnergies() {
	if r.AddEnergies == nil || r.Energies != nil {
		return
	}
	all := r.RateLag()
	_, _, exchanged := r.ExchangedRates()
	if count, _, _ := r.LateElements(all); r.Rates == nil || count > 0 || exchanged || all.Significant() || !r.ratesFit() {
		r.Rates, r.scale = r.Differences(), nil
	}
	r.AddEnergies(r)
}

// Differences returns central differences of positions. At the ends of recordings they are
// one-sided, also of second order.
func (r *Recording) Differences() []float64 {
	size, x := r.size(), r.Positions
	rates := make([]float64, len(x))
	for k, start := range r.Starts[:len(r.Starts)-1] {
		first, last := start*size, (r.Starts[k+1]-1)*size
		for i := first; i < last+size; i++ {
			column := (i - first) % size
			switch {
			case first == last:
			case last == first+size:
				rates[i] = (x[last+column] - x[first+column]) / r.Time
			case i < first+size:
				rates[i] = (float64(4*x[i+size]) - float64(3*x[i]) - x[i+2*size]) / (2 * r.Time)
			case i >= last:
				rates[i] = (float64(3*x[i]) - float64(4*x[i-size]) + x[i-2*size]) / (2 * r.Time)
			default:
				rates[i] = (x[i+size] - x[i-size]) / (2 * r.Time)
			}
		}
	}
	return rates
}
