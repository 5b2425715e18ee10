package checks

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// lateRates measures the lag of the rates of all elements, or of the element that is latest by
// itself. Where positions repeat although rates are not 0, no lag makes the rates fit, and it
// reports none.
func lateRates(s *subject) result {
	w := s.words
	if !s.rateScale().fits() || len(s.freezes()) > 0 {
		return result{}
	}
	late := s.rateLags()
	if late.count > 0 {
		return measure(late.own.size(), key(w.RateKey), w.Rates+" of "+w.Name(late.element), late.own,
			fmt.Sprintf("its %s, and not as those of all (%s)", w.Positions, Among("latest", late.count, "such column")))
	}
	return measure(late.all.size(), key(w.RateKey), w.Rates, late.all, fmt.Sprintf("the %s, by how these change from frame to frame", w.Positions))
}

// rateLags holds the lag of the rates of all elements, the number of elements with a lag of their own,
// and the latest of these with its lag.
type rateLags struct {
	all, own       Lag
	count, element int
}

func (s *subject) rateLags() rateLags {
	return cached(&s.lateRates, func() (late rateLags) {
		late.all = s.smooth().RateLag()
		late.count, late.element, late.own = s.smooth().LateElements(late.all)
		return late
	})
}

func (s *subject) workLags() workLags { return cached(&s.lateWork, s.withEnergies().workLags) }

// noLoads measures how far the energy rises if the loads are 0.
func noLoads(s *subject) result {
	fraction := s.withEnergies().Undriven()
	return measure(fraction, key(s.words.LoadKey), s.words.Loads, fraction)
}

// lostLoads measures the work that is missing where the loads of a joint are 0 or constant.
func lostLoads(s *subject) result {
	r := s.withEnergies()
	d := r.Dead()
	if d.Frames == 0 {
		return result{}
	}
	where := "all frames"
	if d.Frames < r.frames() {
		where = fmt.Sprintf("%d frames, the first of them %d", d.Frames, s.words.First+d.First)
	}
	return measure(d.Ratio, key(s.words.LoadKey), s.words.Loads, s.loadedName(d.Joint), d.Load, where, d.Ratio, d.Of)
}

// sampledLag is the lag [frames] of loads that were sampled at frames against those that act until the next.
const sampledLag = 0.5

// lateLoads measures the lag of loads. It skips loads that are clipped, even once, or in
// another unit, because their work does not fit at any time.
func lateLoads(s *subject) result {
	if len(s.smooth().loaded().Clips(1)) > 0 || otherScaleOfLoads(s).size > otherLoads {
		return result{}
	}
	lag := s.workLags().loads
	if s.recording.HeldOrSampled && math.Abs(lag.Frames-sampledLag/2) <= sampledLag/2+leastLoadLag {
		return result{}
	}
	if lag.size() > farLag && !s.withEnergies().halvesAgree(lag, workLags.ofLoads) {
		return result{}
	}
	return measure(lag.size(), key(s.words.LoadKey), s.words.Loads, lag, s.words.Positions)
}

// lateEnergies measures the lag of the energies of a file.
func lateEnergies(s *subject) result {
	lag := s.workLags().energies
	if lag.size() > farLag && !s.withEnergies().halvesAgree(lag, workLags.ofEnergies) {
		return result{}
	}
	return measure(lag.size(), lag, s.words.Positions, s.words.Loads)
}

// clippedLoads counts the columns of loads that are clipped.
func clippedLoads(s *subject) result {
	r := s.smooth().loaded()
	clips := r.Clips(fewClips)
	if len(clips) == 0 {
		return result{}
	}
	most := slices.MaxFunc(clips, func(a, b Clip) int { return cmp.Compare(a.Frames, b.Frames) })
	return measure(float64(len(clips)), key(s.words.LoadKey), s.words.Loads, s.loadedName(most.Column/r.Each), most.Load, most.Frames, Among("longest", len(clips), "such column"))
}

// farLag is the lag [frames] above which both halves of the frames must confirm it. farApart is
// the greatest difference [frames] of their lags from it.
const farLag, farApart = 3, 1

// halvesAgree reports whether loads or energies of the first and of the second half of the
// frames are each late by about the lag. Those that were recorded wrongly may seem late by any
// time.
func (r *Recording) halvesAgree(lag Lag, of func(workLags) Lag) bool {
	middle := r.frames() / 2
	for _, half := range [][2]int{{0, middle}, {middle, r.frames()}} {
		own := of(r.part(half[0], half[1]).workLags())
		if !own.LoadSignificant() || math.Abs(own.Frames-lag.Frames) > farApart {
			return false
		}
	}
	return true
}

// part returns the frames of a recording in a range, with what the work of loads and equations of motion need.
func (r *Recording) part(from, to int) *Recording {
	size, states := r.size(), len(r.States)/r.frames()
	part := &Recording{Elements: r.Elements, Each: r.Each, Time: r.Time, Instant: r.Instant, AddEnergies: r.AddEnergies, Starts: []int{0},
		Positions: r.Positions[from*size : to*size],
		Loads:     r.Loads[from*size : to*size], States: r.States[from*states : to*states]}
	if r.Rates != nil {
		part.Rates = r.Rates[from*size : to*size]
	}
	for _, start := range r.Starts {
		if start > from && start < to {
			part.Starts = append(part.Starts, start-from)
		}
	}
	part.Starts = append(part.Starts, to-from)
	return part
}

// driven returns the recording of what loads act on, with its energies. The rates of that may be
// differences.
func (r *Recording) driven() *Recording {
	driven := *r
	driven.addEnergies()
	return driven.loaded()
}

// withEnergies returns the recording without jumps of what loads act on, with its energies.
func (s *subject) withEnergies() *Recording {
	return cached(&s.energetic, func() *Recording { return s.smooth().driven() })
}

// loaded returns the recording of what loads act on: the joints, or the recording itself.
func (r *Recording) loaded() *Recording {
	if r.joints != nil {
		return r.joints
	}
	return r
}

// loadedName returns the name of what a load acts on.
func (s *subject) loadedName(element int) string {
	if s.recording.joints != nil {
		return fmt.Sprint("the joint ", element)
	}
	return s.words.Name(element)
}

// shiftRates returns advice on the shift that removes the lag of all rates. It is for readers
// that have an option for it.
func shiftRates(s *subject) string {
	if late := s.rateLags(); late.count == 0 {
		return shiftBy(s.words.RateOption, late.all)
	}
	return ""
}

func shiftLoads(s *subject) string { return shiftBy(s.words.LoadOption, s.workLags().loads) }

func shiftBy(option string, lag Lag) string {
	if option == "" {
		return ""
	}
	return fmt.Sprintf("shift them by --shift %s=%g, or ", option, lag.Shift())
}
