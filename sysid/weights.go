package sysid

// weigh sets the weights from the residuals. A weight is 1 over their variance and over the
// number of consecutive rows that count as one. That number is 1 plus twice the sum of the
// correlations up to the first that is at most 0.05.
func (f *fit) weigh() {
	for j := range f.weights {
		var squares float64
		count := 0
		var all [][]float64
		for _, m := range f.motions {
			left := f.residuals(m)[j]
			all = append(all, left)
			for k, r := range left {
				if f.unknown(m, j, k) {
					left[k] = 0
					continue
				}
				squares += r * r
				count++
			}
		}
		same := 1.0
		for lag := 1; lag < count/4; lag++ {
			var pairs float64
			for _, left := range all {
				for i := lag; i < len(left); i++ {
					pairs += left[i] * left[i-lag]
				}
			}
			if pairs <= 0.05*squares {
				break
			}
			same += 2 * pairs / squares
		}
		f.weights[j] = float64(count) / max(squares, float64(count)*f.leastSquare(j)) / same
	}
}

// leastResidual is the least residual, as a fraction of a joint's torque, that sets weights. Logs
// without noise leave less. Their weights would be so large that rounding removes the prior.
const leastResidual = 1e-5

// leastSquare returns the least mean square of a joint's residuals that sets weights.
func (f *fit) leastSquare(j int) float64 {
	var all []float64
	for _, m := range f.motions {
		all = append(all, m.torque[j]...)
	}
	return float64(leastResidual*leastResidual) * squared(all)
}

// squared returns the mean square of values.
func squared(values []float64) (mean float64) {
	for _, v := range values {
		mean += v * v / float64(len(values))
	}
	return mean
}
