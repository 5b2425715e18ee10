package sysid

import (
	"context"
	"math"

	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// patience is the number of widths in a row that may be worse than the best before the search
// ends.
const patience = 2

// smooth smooths the recordings with the half-width of the options. If that is 0, it takes the
// width for which a law is nearest to the measured, not smoothed, torques. A narrow filter
// leaves noise in the accelerations, and a wide one removes motion. The law has friction with
// memory, since without it no width explains where a joint reverses.
func (m *Model) smooth(ctx context.Context, tree *rigid.Tree, recordings []jointlog.Recording, o Options) (motions []*motion, err error) {
	smooth := smoother(tree, recordings)
	if m.Half != 0 {
		return smooth(m.Half), nil
	}
	law := append(append([]string{}, basic...), memoryTerm)
	var f *fit
	m.Half, err = bestWidth(series.Widths(series.Step(recordings[0].Time)), func(half float64) (off float64, best func(), err error) {
		tried := smooth(half)
		if f, err = fitted(ctx, tree, tried, law, o.Trust, false, 0, f); err != nil {
			return 0, nil, err
		}
		return f.unsmoothed(tried), func() { motions = tried }, nil
	})
	return motions, err
}

// bestWidth returns the half-width with the least result of try, among those tried until
// patience ends. It calls best for each that is better than all before.
func bestWidth(halves []float64, try func(half float64) (off float64, best func(), err error)) (half float64, err error) {
	least, worse := math.Inf(1), 0
	for _, tried := range halves {
		off, best, err := try(tried)
		if err != nil {
			return 0, err
		}
		if off < least {
			least, worse, half = off, 0, tried
			best()
		} else if worse++; worse == patience {
			break
		}
	}
	return half, nil
}

// unsmoothed returns the mean over joints of the logarithm of the mean square of what the law
// leaves of the measured torque. It uses all rows from the first at which a joint moves.
func (f *fit) unsmoothed(motions []*motion) (mean float64) {
	squares, rows := make([]float64, len(f.tree.Links)), 0
	for _, m := range motions {
		whole := m.from(f.tree, m.starts())
		rows += len(whole.rows)
		for j, left := range f.residuals(whole) {
			for k, row := range whole.rows {
				off := left[k] + whole.raw[j][row] - whole.torque[j][row]
				squares[j] += off * off
			}
		}
	}
	for _, sum := range squares {
		mean += math.Log(sum/float64(rows)) / float64(len(squares))
	}
	return mean
}

// smoother returns a function that smooths recordings with any half-width. It estimates their
// noise once.
func smoother(tree *rigid.Tree, recordings []jointlog.Recording) func(half float64) (motions []*motion) {
	var noise [][]float64
	for i := range recordings {
		noise = append(noise, rateNoise(&recordings[i]))
	}
	return func(half float64) (motions []*motion) {
		for i := range recordings {
			motions = append(motions, smoothed(tree, &recordings[i], noise[i], half))
		}
		return motions
	}
}
