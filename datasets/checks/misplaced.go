package checks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/vector"
)

// Misplaced is a run of frames in which a particle is not where it belongs. It is at 0, 0, 0, or at
// another number three times, or it has exchanged places with another particle.
type Misplaced struct {
	Frame, Last int // the first and the last of these frames
	Particle    int
	Other       int     // the particle with which it has exchanged places
	Fill        float64 // its coordinates otherwise
	All         bool    // whether all joints are at 0 in these frames, and Particle is none
}

// Zeros returns the frames in which a particle is at exactly 0, 0, 0, or at another number three
// times such as -9999, if it jumps there or back: it was out of sight, and the number fills these
// frames. An atom at a corner of a periodic box jumps as far as others do, across the box.
func (r *Recording) Zeros() []Misplaced { return cached(&r.filled, r.findZeros) }

func (r *Recording) findZeros() (zeros []Misplaced) {
	jumps, _ := r.Breaks()
	if len(jumps) == 0 {
		return nil
	}
	if r.Each == 1 {
		return r.zeroFrames(jumps)
	}
	for k, start := range r.starts() {
		end := r.Starts[k+1]
		for particle := range r.Elements {
			for frame := start; frame < end; frame++ {
				now := r.vector(frame, particle)
				if now[0] != now[1] || now[0] != now[2] {
					continue
				}
				last := frame
				for last+1 < end && r.vector(last+1, particle) == now {
					last++
				}
				leads := func(frame int) bool {
					return isAt(jumps, frame) && r.alone(frame, particle) && !r.crossesBox(jumps, frame, particle)
				}
				if frame > start && leads(frame-1) || last < end-1 && leads(last) {
					zeros = append(zeros, Misplaced{Frame: frame, Last: last, Particle: particle, Fill: now[0]})
				}
				frame = last
			}
		}
	}
	return zeros
}

// zeroFrames returns the runs of frames in which all of several joints are at 0 to the last bit, to
// which or from which one jumps.
func (r *Recording) zeroFrames(jumps []Jump) (zeros []Misplaced) {
	is := func(frame int) bool {
		return !slices.ContainsFunc(r.Positions[frame*r.Elements:(frame+1)*r.Elements], func(x float64) bool { return x != 0 })
	}
	for k, start := range r.starts() {
		end := r.Starts[k+1]
		for frame := start; frame < end && r.Elements > 1; frame++ {
			last := frame
			for last < end && is(last) {
				last++
			}
			if last > frame && (frame > start && isAt(jumps, frame-1) || last < end && isAt(jumps, last-1)) {
				zeros = append(zeros, Misplaced{Frame: frame, Last: last - 1, All: true})
			}
			frame = max(frame, last-1)
		}
	}
	return zeros
}

const (
	// sameBox is the greatest relative difference of two jumps across a periodic box.
	sameBox = 0.02
	// othersAcross is the least number of jumps of other particles that are as long.
	othersAcross = 2
)

// crossesBox reports whether a particle jumps from a frame to the next as far along an axis as other
// particles do elsewhere, as across a periodic box.
func (r *Recording) crossesBox(jumps []Jump, frame, particle int) bool {
	farthest := func(frame, particle int) (length float64) {
		now, next := r.vector(frame, particle), r.vector(frame+1, particle)
		for axis := range now {
			length = max(length, math.Abs(next[axis]-now[axis]))
		}
		return length
	}
	own, others := farthest(frame, particle), 0
	for _, jump := range jumps {
		if jump.Particle != particle && math.Abs(farthest(jump.Frame, jump.Particle)/own-1) < sameBox {
			others++
		}
	}
	return others >= othersAcross
}

// alone reports whether a particle moves more than twice as far as most others from a frame to the
// next. If all particles jump, as to another pose, none of them jumps alone.
func (r *Recording) alone(frame, particle int) bool {
	length := func(particle int) float64 {
		return vector.Distance(r.vector(frame, particle), r.vector(frame+1, particle))
	}
	others := 0
	for other := range r.Elements {
		if other != particle && 2*length(other) < length(particle) {
			others++
		}
	}
	return 2*others >= r.Elements-1
}

// Exchanges returns the frames in which two particles have exchanged places. They last from one jump
// of both to the next, or to the end of the recording.
func (r *Recording) Exchanges() []Misplaced { return cached(&r.exchanged, r.findExchanges) }

// Misplaced returns the frames in which particles are at 0, 0, 0 or have exchanged places.
func (r *Recording) Misplaced() []Misplaced { return slices.Concat(r.Zeros(), r.Exchanges()) }

func (r *Recording) findExchanges() (exchanges []Misplaced) {
	jumps, _ := r.Breaks()
	if r.Each != 3 {
		return nil
	}
	for k, start := range r.starts() {
		open := map[[2]int]int{} // where an exchange of a pair begins among exchanges
		for _, jump := range jumps {
			if jump.Frame < start || jump.Frame >= r.Starts[k+1] {
				continue
			}
			other := r.exchangedWith(jump, jump.Frame == start || isAt(jumps, jump.Frame-1))
			if other < 0 {
				continue
			}
			pair := [2]int{min(jump.Particle, other), max(jump.Particle, other)}
			if at, begun := open[pair]; begun {
				exchanges[at].Last = jump.Frame
				delete(open, pair)
				continue
			}
			open[pair] = len(exchanges)
			exchanges = append(exchanges, Misplaced{Frame: jump.Frame + 1, Last: r.Starts[k+1] - 1, Particle: pair[0], Other: pair[1]})
		}
	}
	return exchanges
}

// exchangedWith returns the particle with which the one that jumps exchanges places: each of the two
// continues the motion of the other. It returns -1 if there is none. The step before the jump shows
// where particles were going. first says that there is no such step, or that it is a jump itself.
func (r *Recording) exchangedWith(jump Jump, first bool) int {
	expected := func(particle int) [3]float64 {
		now := r.vector(jump.Frame, particle)
		if first {
			return now
		}
		return vector.Plus(vector.Plus(now, 1, now), -1, r.vector(jump.Frame-1, particle))
	}
	off := func(particle, continued int) float64 {
		return vector.Distance(r.vector(jump.Frame+1, particle), expected(continued))
	}
	found, least := -1, exchanged
	for other := range r.Elements {
		if other == jump.Particle {
			continue
		}
		own, crossed := off(jump.Particle, jump.Particle)+off(other, other), off(jump.Particle, other)+off(other, jump.Particle)
		if crossed < least*own {
			found, least = other, crossed/own
		}
	}
	return found
}

// vector returns the position of a particle in a frame.
func (r *Recording) vector(frame, particle int) [3]float64 {
	return [3]float64(r.Positions[3*(frame*r.Elements+particle):])
}

// breaks returns the frames from which no motion leads to the next: to and from each frame in
// which a particle is misplaced.
func (m Misplaced) breaks() (frames []int) {
	for frame := max(0, m.Frame-1); frame <= m.Last; frame++ {
		frames = append(frames, frame)
	}
	return frames
}

func filledWithZeros(s *subject) result {
	found := s.misplaced(s.recording.Zeros(), func(m Misplaced) any {
		if m.All {
			return "0"
		}
		return fmt.Sprintf("%g, %[1]g, %[1]g", m.Fill)
	})
	return s.report(found, firstOf, "such gap")
}

func exchangedPlaces(s *subject) result {
	return s.report(s.misplaced(s.recording.Exchanges(), func(m Misplaced) any { return s.words.Name(m.Other) }), firstOf, "such exchange")
}

// misplaced returns the findings of misplaced particles, with the step to them. by returns what is said
// of each besides its particle and its last frame.
func (s *subject) misplaced(all []Misplaced, by func(Misplaced) any) (found []finding) {
	for _, m := range all {
		name := "every joint"
		if !m.All {
			name = s.words.Name(m.Particle)
		}
		found = append(found, finding{m.Frame, [2]int{m.Frame - 1, m.Last}, 0, []any{name, by(m), s.lastOf(m)}})
	}
	return found
}

// lastOf returns the number, in its recording, of the last of misplaced frames.
func (s *subject) lastOf(m Misplaced) int {
	_, first := s.recording.holding(m.Last)
	return s.words.First + m.Last - first
}
