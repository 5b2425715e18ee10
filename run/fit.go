package run

import "math"

// Fit says how far a run's model is from its training recordings. The lengths are root mean
// squares in the unit of what the model fits worst, which Text names. They are 0 if they are not
// known.
type Fit struct {
	Text string // for people
	// Known reports whether the recordings tell if the residuals exceed their noise, and Misses
	// whether they do.
	Known, Misses bool
	Left          float64 // what the model leaves
	Noise         float64 // the estimated noise of the recordings
	NoiseAtMost   float64 // an upper bound of the noise
}

// These are the keys in Metrics of a Fit.
const (
	fitMetric       = "law_fits" // the text
	missesMetric    = "law_misses"
	undecidedMetric = "law_undecided"
	leftMetric      = "law_left"
	noiseMetric     = "law_noise"
	mostMetric      = "law_noise_at_most"

	// earlierUndecided is the key that earlier builds wrote in place of undecidedMetric.
	earlierUndecided = "law_untold"
)

// SetFit stores how far the run's model is from its training recordings.
func (r *Run) SetFit(f Fit) {
	delete(r.Metrics, earlierUndecided)
	r.Metrics[fitMetric] = f.Text
	for metric, holds := range map[string]bool{undecidedMetric: !f.Known, missesMetric: f.Misses} {
		if delete(r.Metrics, metric); holds {
			r.Metrics[metric] = "true"
		}
	}
	for metric, value := range map[string]float64{leftMetric: f.Left, noiseMetric: f.Noise, mostMetric: f.NoiseAtMost} {
		if delete(r.Metrics, metric); value > 0 && !math.IsInf(value, 1) {
			r.Metrics[metric] = FormatNumber(value)
		}
	}
}

// Fit returns the text that says whether the run's law fits its training recordings, or "" if
// that was not examined.
func (r *Run) Fit() string { return r.Metrics[fitMetric] }

// Misses reports whether the residuals of the run's law are known to exceed the noise of its
// recordings.
func (r *Run) Misses() bool { return r.Metrics[missesMetric] != "" }

// undecided reports whether the recordings do not tell if the residuals exceed their noise.
func (r *Run) undecided() bool {
	return r.Metrics[undecidedMetric] != "" || r.Metrics[earlierUndecided] != ""
}

// Fits reports whether the residuals of the run's law are known not to exceed the noise of its
// recordings.
func (r *Run) Fits() bool {
	return r.Fit() != "" && !r.undecided() && !r.Misses()
}
