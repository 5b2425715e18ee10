package sysid

import (
	"math"
	"slices"

	"gmnc/sysid/jointlog"
	"gmnc/sysid/series"
)

// Errors holds the root mean square errors of torques in recordings, by joint, in N m, or in N
// for sliding joints.
type Errors struct {
	Joints []string `json:"joints"`
	// Error is the error of the smoothed torque, and Raw that of the torque as it was measured.
	Error []float64 `json:"error"`
	Raw   []float64 `json:"raw_error"`
	// Fitted is Error without the rows at which friction is unknown.
	Fitted []float64 `json:"fitted_error"`
	// WithResidual is Error with the residual network, or nil if there is none.
	WithResidual []float64 `json:"with_residual,omitempty"`
	// Noise is the standard deviation of the random part of the measured torque from row to
	// row. Size is the root mean square of the smoothed torque.
	Noise []float64 `json:"noise"`
	// Passed is the part of the noise that passes the filter. A law that fits leaves as much of
	// the smoothed torque.
	Passed []float64 `json:"smoothed_noise"`
	Size   []float64 `json:"size"`
	// Trembling is the error of the law's torques that comes from the noise in smoothed
	// accelerations.
	Trembling []float64 `json:"noise_of_accelerations"`
	// Filtered is the part of the torque besides noise that the filter removes, as estimated by
	// smoothing the torque again.
	Filtered []float64 `json:"taken_by_filter"`
}

// Measure returns the model's errors on recordings of the robot for which it was found.
func (m *Model) Measure(recordings []jointlog.Recording) (Errors, error) {
	if err := usable(m.fit.tree, recordings); err != nil {
		return Errors{}, err
	}
	return m.measure(smoother(m.fit.tree, recordings)(m.Half)), nil
}

func (m *Model) measure(motions []*motion) (e Errors) {
	n := len(m.fit.tree.Links)
	errors, raws, noises, sizes, passed := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	nets, takes := make([]float64, n), make([]float64, n)
	fitted, known, trembles := make([]float64, n), make([]float64, n), make([]float64, n)
	var rows float64
	for _, motion := range motions {
		whole := motion.whole(m.fit.tree)
		m.fit.followDelay(whole)
		left := m.fit.residuals(whole)
		count := float64(len(whole.rows))
		for j, square := range m.fit.trembling(motion) {
			trembles[j] += count * square
		}
		rows += count
		var through float64 // mean square of what the filters leave of unit noise
		for _, filter := range whole.filters {
			value, _ := filter.Gain()
			through += value * value / count
		}
		for j, noise := range series.Noises(whole.time, whole.raw) {
			errors[j] += count * squared(left[j])
			for k, off := range left[j] {
				if !m.fit.unknown(whole, j, k) {
					fitted[j] += float64(off * off)
					known[j]++
				}
			}
			if m.Residual != nil {
				nets[j] += count * m.Residual.joints[j].Off(m.fit.examples([]motionResiduals{{whole, left}}, j))
			}
			sizes[j] += count * squared(whole.torque[j])
			noises[j] += count * noise * noise
			passed[j] += count * noise * noise * through
			takes[j] += count * removedByFilter(whole, j, noise)
			for i := range left[j] {
				left[j][i] += whole.raw[j][i] - whole.torque[j][i]
			}
			raws[j] += count * squared(left[j])
		}
	}
	e.Joints = m.fit.tree.Joints()
	for j := range n {
		e.Fitted = append(e.Fitted, math.Sqrt(fitted[j]/max(known[j], 1)))
		e.Error, e.Raw = append(e.Error, math.Sqrt(errors[j]/rows)), append(e.Raw, math.Sqrt(raws[j]/rows))
		if m.Residual != nil {
			e.WithResidual = append(e.WithResidual, math.Sqrt(nets[j]/rows))
		}
		e.Filtered = append(e.Filtered, math.Sqrt(takes[j]/rows))
		e.Trembling = append(e.Trembling, math.Sqrt(trembles[j]/rows))
		e.Passed = append(e.Passed, math.Sqrt(passed[j]/rows))
		e.Noise, e.Size = append(e.Noise, math.Sqrt(noises[j]/rows)), append(e.Size, math.Sqrt(sizes[j]/rows))
	}
	return e
}

// trembling returns, by joint, the mean square of the change of the law's torque that the noise
// of accelerations causes, without a delay. The noise differs from joint to joint.
func (f *fit) trembling(m *motion) []float64 {
	calm, squares := *m, make([]float64, len(f.tree.Links)) // a delay adds nothing to a copy, which was not followed
	still := f.residuals(&calm)
	for i := range f.tree.Links {
		shaken := *m
		shaken.accelerates = slices.Clone(m.accelerates)
		shaken.accelerates[i] = slices.Clone(m.accelerates[i])
		for _, row := range m.rows {
			shaken.accelerates[i][row] += m.trembling(i, row)
		}
		shaken.regress(f.tree)
		for j, left := range f.residuals(&shaken) {
			for k := range left {
				left[k] -= still[j][k]
			}
			squares[j] += squared(left)
		}
	}
	return squares
}

// removedByFilter returns the mean square of what a second smoothing removes from a joint's smoothed
// torque, less the part of the noise.
func removedByFilter(m *motion, j int, noise float64) float64 {
	var squares, count float64
	for row, filter := range m.filters {
		if again, known := filter.Inside(m.torque[j], m.first); known {
			off := again - m.torque[j][row]
			squares += off * off
			count++
		}
	}
	if count == 0 {
		return 0
	}
	through := noise * m.filters[len(m.filters)/2].Again()
	return max(0, squares/count-through*through)
}

// Course holds the torques of a recording over time, as measured, smoothed as for the fit, and
// by the law. Each is [joints][rows] in N m, or in N for sliding joints.
type Course struct {
	Name                      string
	Time                      []float64 // [s]
	Measured, Smoothed, Model [][]float64
}

// Course returns the course of a recording of the robot for which the model was found.
func (m *Model) Course(recording *jointlog.Recording) (Course, error) {
	if err := usable(m.fit.tree, []jointlog.Recording{*recording}); err != nil {
		return Course{}, err
	}
	motion := smoothed(m.fit.tree, recording, rateNoise(recording), m.Half).whole(m.fit.tree)
	m.fit.followDelay(motion)
	c := Course{Name: recording.Name, Time: motion.time, Measured: motion.raw, Smoothed: motion.torque, Model: m.fit.residuals(motion)}
	for j := range c.Model {
		for i := range c.Model[j] {
			c.Model[j][i] = c.Smoothed[j][i] - c.Model[j][i]
		}
	}
	return c, nil
}
