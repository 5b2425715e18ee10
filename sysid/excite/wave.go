package excite

import (
	"math"

	"gmnc/sysid/rigid"
)

// move sets the motion of one joint.
func (d *design) move(m *Motion, j int, x []float64) {
	angle, rate, acceleration := m.Angle[j], m.Rate[j], m.Acceleration[j]
	var farthest, fastest float64
	for row, time := range m.Time {
		angle[row], rate[row], acceleration[row] = wave(x[1:], time, d.options.Seconds)
		farthest, fastest = max(farthest, math.Abs(angle[row])), max(fastest, math.Abs(rate[row]))
	}
	low, high := span(d.tree, j)
	half := margin * (high - low) / 2
	middle := (low+high)/2 + half*math.Tanh(x[0])/2
	reserve := half - math.Abs(middle-(low+high)/2)
	factor := min(reserve/max(farthest, tiny), margin*d.options.rate(d.tree, j)/max(fastest, tiny))
	for row := range m.Time {
		angle[row] = middle + factor*angle[row]
		rate[row] *= factor
		acceleration[row] *= factor
	}
}

// tiny prevents a division by 0 for joints that do not move.
const tiny = 1e-9

// span returns the limits of a joint's angle.
func span(t *rigid.Tree, j int) (low, high float64) {
	l := t.Links[j]
	switch {
	case l.Range[0] < l.Range[1]:
		return l.Range[0], l.Range[1]
	case l.Slides:
		return -slide, slide
	}
	return -turn, turn
}

// fade [s] is the time in which a motion begins, and that in which it ends.
const fade = 1.0

// wave returns a sum of sines and cosines at a time, and its derivatives. It begins and ends at
// 0 without a jump of the acceleration.
func wave(x []float64, time, length float64) (value, slope, bend float64) {
	for k := range harmonics {
		w := 2 * math.Pi * float64(k+1) / length
		sin, cos := math.Sincos(w * time)
		a, b := x[2*k]/w, x[2*k+1]/w
		value += float64(a*sin) + float64(b*cos)
		slope += w * (float64(a*cos) - float64(b*sin))
		bend -= w * w * (float64(a*sin) + float64(b*cos))
	}
	e, de, dde := envelope(time, length)
	return e * value, float64(de*value) + float64(e*slope), float64(dde*value) + float64(2*de*slope) + float64(e*bend)
}

// envelope rises from 0 to 1 along 10 u^3 - 15 u^4 + 6 u^5, and falls likewise at the end.
func envelope(time, length float64) (e, de, dde float64) {
	u, sign := time/fade, 1.0
	if left := (length - time) / fade; left < u {
		u, sign = left, -1
	}
	if u >= 1 {
		return 1, 0, 0
	}
	return u * u * u * (10 - float64(u*(15-6*u))), sign * 30 * u * u * (1 - u) * (1 - u) / fade, 60 * u * (1 - u) * (1 - 2*u) / (fade * fade)
}
