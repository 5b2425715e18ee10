package conformal

import (
	"math"

	"gmnc/builder/config"
)

// betterBy is the number of standard errors 1/sqrt(n) by which radii with powers must improve
// the rank correlation for n systems over that of sums, or over 0. Anything less is chance.
const betterBy = 3

// powersOf returns the powers of sums of radii and of motions by which errors grow, for the
// given number of systems. The radii of each fold are by powers that were fitted to the others.
// If these do not rank errors better than the sums do, it returns nil and the sums.
func powersOf(systems int, sums []float32, motion, errors []float64, fold []int) (p *config.RadiusPowers, radii []float32) {
	var without [folds + 1]*config.RadiusPowers // without each fold; the last is for all
	for one := range without {
		if without[one] = fitPowers(sums, motion, errors, func(i int) bool { return fold[i] != one }); without[one] == nil {
			return nil, sums
		}
	}
	var alone, raised, used []float64
	for i, sum := range sums {
		radius := without[fold[i]].Of(float64(sum), motion[i])
		radii = append(radii, float32(radius))
		if tells(sum, motion[i], errors[i]) {
			alone, raised, used = append(alone, float64(sum)), append(raised, radius), append(used, errors[i])
		}
	}
	if rankCorrelation(raised, used) < max(rankCorrelation(alone, used), 0)+betterBy/math.Sqrt(float64(systems)) {
		return nil, sums
	}
	return without[folds], radii
}

// fitPowers fits powers by least squares of logarithms to the selected values. It returns nil
// if these are too few, or if faster ones do not have larger errors. A sum with a negative
// power is left out.
func fitPowers(sums []float32, motion, errors []float64, taken func(i int) bool) *config.RadiusPowers {
	var both, motions [][]float64
	var targets []float64
	for i, e := range errors {
		if taken(i) && tells(sums[i], motion[i], e) {
			x := []float64{math.Log(motion[i]), math.Log(float64(sums[i]))}
			both, motions, targets = append(both, x), append(motions, x[:1]), append(targets, math.Log(e))
		}
	}
	if len(targets) < fewestSamples {
		return nil
	}
	all := func(int) bool { return true }
	fitted, err := leastSquares(both, targets, all)
	if err == nil && fitted.Weights[1] < 0 {
		fitted, err = leastSquares(motions, targets, all)
		fitted.Weights = append(fitted.Weights, 0)
	}
	if err != nil || fitted.Weights[0] <= 0 {
		return nil
	}
	return &config.RadiusPowers{Offset: fitted.Offset, Sum: fitted.Weights[1], Motion: fitted.Weights[0]}
}

// tells reports whether all three values have logarithms, and the system is not lost.
func tells(sum float32, motion, e float64) bool {
	return e > 0 && e < math.MaxFloat32 && sum > 0 && motion > 0
}
