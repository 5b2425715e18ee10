package checks

import (
	"cmp"
	"math"
	"slices"
)

const (
	// mostTimes is the greatest number of times that one interval is as long as another.
	mostTimes = 10
	// likeness is the greatest root mean square of the logarithms of the ratios of steps, and of
	// second differences, for which motions are the same.
	likeness = 0.2
	// separate is the least ratio of the steps of two groups at different intervals.
	separate = 1.6
	// fewCompanions is the least number of recordings in the larger of two groups.
	fewCompanions = 3
	// fewSteps is the least number of second differences of a motion that is compared.
	fewSteps = 20
	// parts is the number of parts of a recording at whose ends its interval may change. Either
	// side of a change has at least sideParts of them.
	parts, sideParts = 20, 4
	// moving is the least root mean square of the steps of an element that moves, relative to that
	// of the one that moves most. Of fewer than fewMoving, recordings are alike by chance.
	moving, fewMoving = 0.01, 4
)

// Strided is what recordings, or stretches of one, have at a longer interval than the others: from
// frame to frame they move as the others do in Times frames.
type Strided struct {
	Times int
	// First is the first frame of the first such recording, or the first of those between which the
	// interval of a single recording changes, and Last the last of these.
	First, Last int
	Count       int     // the number of such recordings
	Later       bool    // whether the interval of a single recording is longer after the change
	Off         float64 // the root mean square of the logarithms of the ratios that are left
}

// span is a range of frames of a recording.
type span struct{ first, end int }

// pace holds, for each element, the mean square of the displacements of spans in a number of frames,
// and that of the second differences.
type pace struct {
	steps, turns []float64
	count        int
}

// motions compares motions of a recording. broken are the frames from which no motion leads to the next.
type motions struct {
	*Recording
	broken []int
}

// pace returns that of spans at a stride, from at most mostFrames frames that are spread over them.
func (r motions) pace(spans []span, stride int) pace {
	size, x, all := r.size(), r.Positions, 0
	for _, s := range spans {
		all += s.end - s.first
	}
	p, every := pace{steps: make([]float64, r.Elements), turns: make([]float64, r.Elements)}, 1+all/mostFrames
	for _, s := range spans {
		for frame := s.first; frame+2*stride < s.end; frame += every {
			if k, _ := slices.BinarySearch(r.broken, frame); k < len(r.broken) && r.broken[k] < frame+2*stride {
				continue
			}
			p.count++
			for i := range size {
				before, now, next := x[frame*size+i], x[(frame+stride)*size+i], x[(frame+2*stride)*size+i]
				step, turn := now-before, next-2*now+before
				p.steps[i/r.Each] += float64(step * step)
				p.turns[i/r.Each] += float64(turn * turn)
			}
		}
	}
	for i := range p.steps {
		p.steps[i], p.turns[i] = p.steps[i]/float64(p.count), p.turns[i]/float64(p.count)
	}
	return p
}

// step returns the root mean square of the displacement of all elements.
func (p pace) step() float64 {
	total := 0.
	for _, square := range p.steps {
		total += square
	}
	return math.Sqrt(total)
}

// off returns the root mean square of the logarithms of the ratios of two paces, over the elements
// that move. It is infinite if there are few of them, or few differences.
func (p pace) off(other pace) float64 {
	if min(p.count, other.count) < fewSteps {
		return math.Inf(1)
	}
	least, sum, count := moving*moving*slices.Max(p.steps), 0., 0
	for i, square := range p.steps {
		if square > least {
			step, turn := math.Log(square/other.steps[i])/2, math.Log(p.turns[i]/other.turns[i])/2
			sum += float64(step*step) + float64(turn*turn)
			count++
		}
	}
	if count < fewMoving {
		return math.Inf(1)
	}
	return math.Sqrt(sum / float64(2*count))
}

// strided compares groups of motions with short and with long steps. Off is infinite if those of a
// group differ.
func (r motions) strided(short, long []span) (best Strided) {
	best.Off = math.Inf(1)
	coarse := r.pace(long, 1)
	if coarse.step() < separate*r.pace(short, 1).step() {
		return best
	}
	for _, group := range [][]span{short, long} {
		whole := r.pace(group, 1)
		for _, own := range group {
			if !(r.pace([]span{own}, 1).off(whole) < likeness) {
				return best
			}
		}
	}
	for times := 2; times <= mostTimes; times++ {
		if off := coarse.off(r.pace(short, times)); off < best.Off {
			best.Times, best.Off = times, off
		}
	}
	return best
}

// OtherIntervals returns the recordings that move from frame to frame as the others do in several
// frames. Steps must be alike within each of the two groups, one of which may be a single recording.
func (r *Recording) OtherIntervals() (found Strided, is bool) {
	type one struct {
		span
		step float64
	}
	var all []one
	own := motions{r, r.Broken()}
	for k, first := range r.starts() {
		whole := span{first, r.Starts[k+1]}
		if p := own.pace([]span{whole}, 1); p.count >= fewSteps && p.step() > 0 {
			all = append(all, one{whole, p.step()})
		}
	}
	if len(all) <= fewCompanions {
		return found, false
	}
	slices.SortStableFunc(all, func(a, b one) int { return cmp.Compare(a.step, b.step) })
	cut, spans := 1, []span{all[0].span}
	for k := 1; k < len(all); k++ {
		spans = append(spans, all[k].span)
		if all[k].step/all[k-1].step > all[cut].step/all[cut-1].step {
			cut = k
		}
	}
	if max(cut, len(all)-cut) < fewCompanions {
		return found, false
	}
	short, long := spans[:cut], spans[cut:]
	found = own.strided(short, long)
	found.First, found.Count = slices.MinFunc(long, func(a, b span) int { return cmp.Compare(a.first, b.first) }).first, len(long)
	return found, found.Off < likeness
}

// ChangedInterval returns where a single recording begins to move from frame to frame as before in
// several frames, or the other way round. The steps must be alike in both halves of either side.
func (r *Recording) ChangedInterval() (found Strided, is bool) {
	own, frames, least := motions{r, r.Broken()}, r.Starts[1], math.Inf(1)
	for part := sideParts; part < parts-sideParts; part++ {
		end, first := part*frames/parts, (part+1)*frames/parts
		before, after := []span{{0, end / 2}, {end / 2, end}}, []span{{first, (first + frames) / 2}, {(first + frames) / 2, frames}}
		one, two := own.pace(before, 1), own.pace(after, 1)
		later := one.step() < two.step()
		short, long := before, after
		if !later {
			short, long = after, before
		}
		change := own.strided(short, long)
		// The logarithm of the likelihood of normal steps of two sizes is greatest at the change.
		unlikely := float64(float64(one.count)*math.Log(one.step())) + float64(float64(two.count)*math.Log(two.step()))
		if change.Off < likeness && unlikely < least {
			least, found = unlikely, change
			found.First, found.Last, found.Later = end, first, later
		}
	}
	return found, found.Times > 0
}
