// Package looks is the table of checks of recordings. Each row defines what is measured of the
// frames, the threshold from which a finding is reported, its text, and the remedy.
package looks

import (
	"iter"
	"math"

	"gmnc/system"
)

// Recording is what looks are at: the numbers of a file frame after frame, of one recording
// or of several, one after the other. Places are coordinates of particles, or the places of
// joints [rad or m], where a turn goes on beyond pi and does not begin again at -pi.
type Recording struct {
	Things int   // particles, or joints
	Each   int   // numbers of each thing: 3 of particles, 1 of joints
	Starts []int // the first frame of each recording, and the end of the last

	Places []float64 // [frames, things, each]
	Rates  []float64 // as places, in lengths by units of Time; nil where the file has none
	Loads  []float64 // as places: forces or torques; nil where the file has none
	Time   float64   // from frame to frame; 0 where it is not known, or differs
	Stamps []float64 // the time of each frame; nil where the file has none
	// States are numbers of each frame [frames, any] that work changes, each times a factor that
	// looks find, of which energies are sums; Energies are those of parts of a system [frames,
	// parts] as far as they are known. Both are nil where no load is looked at.
	States, Energies []float64
	// AddEnergies fills both, by rates that are not late; nil where nothing is known of them.
	AddEnergies func(*Recording)
	// Limits are where joints may be [things], both numbers 0 where a joint has none, and Turns says
	// which of them turn; nil where none are known.
	Limits [][2]float64
	Turns  []bool
	// Instant says that loads are those at the frames; else they are held until the next frame.
	Instant bool
	// Far is the length from which on a step in a recording may be a jump; nil is an eighth of how
	// far the coordinate ranges that ranges farthest.
	Far func(t system.Trajectory) float64

	joints       *Recording // the joints on which the loads of particles act, where they do; nil where they act on the things
	whole        []int      // the starts of the file's recordings, where those of stretches without gaps are others
	looked       bool
	jumps, seams []Jump
	skips        []Skip
}

// size is how many numbers a frame has.
func (r *Recording) size() int   { return r.Things * r.Each }
func (r *Recording) frames() int { return r.Starts[len(r.Starts)-1] }

// starts are the first frames of the recordings.
func (r *Recording) starts() []int { return r.Starts[:len(r.Starts)-1] }

// trajectory is one of the recordings, of particles, or of joints that move along x by their places.
func (r *Recording) trajectory(k int) system.Trajectory {
	size := r.size()
	places := r.Places[r.Starts[k]*size : r.Starts[k+1]*size]
	if r.Each == 1 {
		along := make([]float64, 3*len(places))
		for i, place := range places {
			along[3*i] = place
		}
		places = along
	}
	return system.Trajectory{Particles: r.Things, Positions: places}
}

// steps are the frames of the file's recordings that have one after them.
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

// ofRange is the share of a range that a jump is at least where nothing else says how far things are.
const ofRange = 8

// far is the length from which on a step of a recording may be a jump.
func (r *Recording) far(t system.Trajectory) float64 {
	if r.Far != nil {
		return r.Far(t)
	}
	return Range(t) / ofRange
}

// Breaks are the jumps of particles and the seams, in the order of frames, of all recordings.
func (r *Recording) Breaks() (jumps, seams []Jump) {
	if r.looked {
		return r.jumps, r.seams
	}
	r.looked = true
	for k, start := range r.starts() {
		t := r.trajectory(k)
		own, joints, skips := Breaks(t, r.far(t))
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

// roughness is that of all recordings together.
func (r *Recording) roughness() float64 {
	size := r.size()
	var turns, ways float64
	for k, start := range r.starts() {
		turned, went := turned(r.Places[start*size:r.Starts[k+1]*size], size)
		turns, ways = turns+turned, ways+went
	}
	return turns / ways
}

// addEnergies takes differences in the place of rates that are late or none of places, and adds energies.
func (r *Recording) addEnergies() {
	if r.AddEnergies == nil || r.Energies != nil {
		return
	}
	all := r.RateLag()
	if count, _, _ := r.LateThings(all); r.Rates == nil || count > 0 || all.Told() || !r.ratesFit() {
		r.Rates = r.Differences()
	}
	r.AddEnergies(r)
}

// Differences are central differences of places over the frames beside each, of second order
// at the ends of recordings, too.
func (r *Recording) Differences() []float64 {
	size, x := r.size(), r.Places
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
