package sysid

import (
	"gmnc/sysid/jointlog"
	"gmnc/sysid/series"
)

// Stretch is a part of a recording in even steps. Each array is [frames][joints]. The torque is
// the smoothed torque in the middle between a frame and the next, less the offset that was
// found and shifted by the delay that was found.
type Stretch struct{ Angle, Rate, Torque [][]float64 }

// Stretches cuts a recording into parts of the given number of frames, step [s] apart, smoothed
// as the model's own recordings were. Each part begins with the last frame of the part before.
// The remainder at the end is dropped.
func (m *Model) Stretches(r *jointlog.Recording, step float64, frames int) (parts []Stretch) {
	n := len(r.Angle)
	last := r.Time[len(r.Time)-1] - step
	for begin := r.Time[0]; begin+step*float64(frames-1) <= last; begin += step * float64(frames-1) {
		var s Stretch
		for i := range frames {
			now := begin + step*float64(i)
			filter := series.NewFilter(r.Time, now, m.Half)
			angle, rate, torque := make([]float64, n), make([]float64, n), make([]float64, n)
			for j := range n {
				angle[j] = filter.Value(r.Angle[j])
				if r.Rate != nil {
					rate[j] = filter.Value(r.Rate[j])
				} else {
					rate[j], _ = filter.Derivatives(r.Angle[j])
				}
				own := m.fit.constants[m.fit.of(j, 0):][:perJoint]
				middle := series.NewFilter(r.Time, now+step/2-own[delay], m.Half)
				torque[j] = middle.Value(r.Torque[j]) - own[offset]
			}
			s.Angle, s.Rate, s.Torque = append(s.Angle, angle), append(s.Rate, rate), append(s.Torque, torque)
		}
		parts = append(parts, s)
	}
	return parts
}
