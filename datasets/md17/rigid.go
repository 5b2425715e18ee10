package md17

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/internal/vector"
	"gmnc/system"
)

const (
	// keeps is the greatest relative variation of a rigid bond's length, which constraints of
	// simulations hold. Bonds of flexible molecules vary by about 2 % at room temperature, and
	// by 0.1 % at 1 K.
	keeps = 1e-3
	// rounded is the number of standard deviations of the rounding of a length by which it may
	// also vary.
	rounded = 2
	// watched is the approximate number of frames in which lengths are measured. gridded is the
	// number of coordinates from which the grid of rounding is found.
	watched, gridded = 300, 3000
)

// rigidBonds returns the bonds that keep their lengths, and the smallest relative variation of
// the other lengths.
func (s *source) rigidBonds(bonds [][2]int) (rigid [][2]int, least float64) {
	frames, least := s.watchedFrames(), math.Inf(1)
	for _, bond := range bonds {
		if spread, most := spreadOf(frames, s.grid, bond); spread <= most {
			rigid = append(rigid, bond)
		} else {
			least = min(least, spread)
		}
	}
	return rigid, least
}

// watchedFrames returns positions that are spread over the trajectory or over the training
// pairs.
func (s *source) watchedFrames() (frames [][]float64) {
	if s.trajectory == nil {
		for k := 0; k < len(s.pairs.Train); k += 1 + len(s.pairs.Train)/watched {
			frames = append(frames, vector.Widened(s.pairs.Train[k].Position), vector.Widened(s.pairs.Train[k].TargetPosition))
		}
		return frames
	}
	size := 3 * len(s.numbers)
	for frame := 0; frame < s.motion.Frames(); frame += 1 + s.motion.Frames()/watched {
		frames = append(frames, s.motion.Positions[frame*size:(frame+1)*size])
	}
	return frames
}

// spreadOf returns the standard deviation of a distance relative to its mean, and the greatest
// one that counts as rigid for coordinates that were rounded to the grid.
func spreadOf(frames [][]float64, grid float64, bond [2]int) (spread, most float64) {
	lengths := make([]float64, len(frames))
	for k, frame := range frames {
		lengths[k] = system.Distance(frame, bond[0], bond[1])
	}
	mean, deviation := stat.PopMeanStdDev(lengths, nil)
	// The rounding of each coordinate has the variance grid*grid/12, and a length has two of
	// them.
	return deviation / mean, keeps + rounded*grid*math.Sqrt(2./12)/mean
}

// gridOf returns the largest power of ten, at most a tenth, of which all numbers are multiples
// up to the rounding of float32. It returns 0 if there is none.
func gridOf(values []float64) float64 {
	for digits := 1; digits <= 5; digits++ {
		grid := math.Pow10(-digits)
		off := func(x float64) bool {
			return math.Abs(x-float64(math.Round(x/grid)*grid)) > math.Abs(x)*0x1p-22
		}
		if !slices.ContainsFunc(values, off) {
			return grid
		}
	}
	return 0
}

// noteFragments adds a note on the bodies that --rigid would make of atoms that are otherwise
// in sticks.
func (s *source) noteFragments(bonds [][2]int, o Options) {
	if bodies, _ := s.fragments(bonds); !o.Rigid && len(bodies) > 0 {
		s.notes = append(s.notes, fmt.Sprintf("three or more bonded atoms keep all their distances, as those of rigid water do, in %d parts of molecules: --rigid makes bodies of them, where sticks hold one bond of each", len(bodies)))
	}
}

// fragments returns, as bodies, the parts of molecules of at least three atoms that keep all
// their distances. A part begins with a rigid bond, and bonded atoms are added one after the
// other. how is a text of their number.
func (s *source) fragments(bonds [][2]int) (bodies system.Objects, how string) {
	frames := s.watchedFrames()
	bonded := map[int][]int{}
	for _, bond := range bonds {
		bonded[bond[0]], bonded[bond[1]] = append(bonded[bond[0]], bond[1]), append(bonded[bond[1]], bond[0])
	}
	known := map[[2]int]bool{}
	rigid := func(i, j int) bool {
		pair := [2]int{min(i, j), max(i, j)}
		is, measured := known[pair]
		if !measured {
			spread, most := spreadOf(frames, s.grid, pair)
			is = spread <= most
			known[pair] = is
		}
		return is
	}
	taken := map[int]bool{}
	for _, bond := range bonds {
		if taken[bond[0]] || taken[bond[1]] || !rigid(bond[0], bond[1]) {
			continue
		}
		part := []int{bond[0], bond[1]}
		for at := 0; at < len(part); at++ {
			for _, next := range bonded[part[at]] {
				if !taken[next] && !slices.Contains(part, next) && !slices.ContainsFunc(part, func(own int) bool { return !rigid(own, next) }) {
					part = append(part, next)
				}
			}
		}
		if len(part) < 3 {
			continue
		}
		for _, atom := range part {
			taken[atom] = true
		}
		slices.Sort(part)
		bodies = append(bodies, system.Body.Of(part...))
	}
	if len(bodies) == 1 {
		return bodies, "1 rigid fragment as a body"
	}
	return bodies, fmt.Sprintf("%d rigid fragments as bodies", len(bodies))
}
