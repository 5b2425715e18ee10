package sysid

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/sysid/rigid"
)

// basic lists the terms that every law has. candidates lists the terms that are then tried one
// after the other. Of terms that stand in for each other only the best is kept.
var (
	basic      = []string{Inertia, "rotor", "viscous", "coulomb"}
	candidates = [][]string{{memoryTerm}, {"delay"}, {stribeckTerm, rootTerm}, {"load"}, {"offset"}}
)

const (
	// gain is the least fraction by which a term has to lower the squared residuals of held-out
	// parts.
	gain = 0.005
	// surely is the number of standard errors by which it has to lower them.
	surely = 2
	// span [s] is the length of the parts into which recordings are divided. One part in three
	// is held out, and the others are fitted.
	span = 4
)

// heldOut reports whether a row is held out that comes this many seconds after the first row of
// the recordings, without the time between them.
func heldOut(seconds float64) bool { return int(seconds/span)%3 == 2 }

// divided returns the parts of motions that are fitted, and those that are held out. Time runs on
// from recording to recording, so that short ones are held out, too.
func divided(motions []*motion) (training, validation []*motion) {
	before := 0.0 // seconds of the recordings before
	for _, m := range motions {
		training = append(training, m.part(func(seconds float64) bool { return !heldOut(before + seconds) }))
		validation = append(validation, m.part(func(seconds float64) bool { return heldOut(before + seconds) }))
		before += m.time[len(m.time)-1] - m.time[0]
	}
	empty := func(m *motion) bool { return len(m.rows) == 0 }
	return slices.DeleteFunc(training, empty), slices.DeleteFunc(validation, empty)
}

// choose returns the terms that improve the prediction of held-out parts of the recordings. It
// also returns the fit with these terms to the other parts, or nil if nothing is held out. Rows at
// which friction is unknown show whether it has memory. If it has none, no other term may follow
// them.
func choose(ctx context.Context, tree *rigid.Tree, motions []*motion, trust float64) (learn []string, best *fit, err error) {
	fitting, heldOutMotions := divided(motions)
	if len(heldOutMotions) == 0 {
		return slices.Clone(basic), nil, nil
	}
	var weights []float64
	sure := false
	measure := func(learn []string) (f *fit, blocks []float64, err error) {
		if f, err = fitted(ctx, tree, fitting, learn, trust, sure, 1, best); err != nil {
			return nil, nil, err
		}
		if weights == nil {
			weights = slices.Clone(f.weights)
		}
		for _, m := range heldOutMotions {
			f.followDelay(m)
			blocks = append(blocks, f.squares(m, weights)...)
		}
		return f, blocks, nil
	}
	learn = slices.Clone(basic)
	var least []float64
	best, least, err = measure(learn)
	if err != nil {
		return nil, nil, err
	}
	for _, alternatives := range candidates {
		before, better, blocks := learn, best, least
		for _, term := range alternatives {
			more := append(slices.Clone(before), term)
			f, now, err := measure(more)
			if err != nil {
				return nil, nil, err
			}
			if helps(least, now) && floats.Sum(now) < floats.Sum(blocks) {
				learn, better, blocks = more, f, now
			}
		}
		best, least = better, blocks
		if alternatives[0] == memoryTerm && !best.has[memoryTerm] {
			sure, weights = true, nil
			if best, least, err = measure(learn); err != nil {
				return nil, nil, err
			}
		}
	}
	return learn, best, nil
}

// helps reports whether the squared residuals of the blocks fell. Their sum has to fall by a
// least fraction, and by more than the standard error of the sum of differences, if the blocks
// are independent.
func helps(before, after []float64) bool {
	var sum, all, squares float64
	for i := range before {
		sum += before[i] - after[i]
		all += before[i]
	}
	mean := sum / float64(len(before))
	for i := range before {
		squares += math.Pow(before[i]-after[i]-mean, 2)
	}
	return sum > gain*all && sum > surely*math.Sqrt(squares)
}
