package verify

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/system"
)

// Limited reports in which of some systems the model limits components of forces, so that
// its predictions do not turn with them.
type Limited func(samples []system.Sample) ([]bool, error)

// Count returns the number of the groups' systems in which components are limited, and the
// number of all.
func (l Limited) Count(groups []Group) (limited, all int, err error) {
	for _, group := range groups {
		acts, err := l(group.Samples)
		if err != nil {
			return 0, 0, err
		}
		for _, act := range acts {
			if all++; act {
				limited++
			}
		}
	}
	return limited, all, nil
}

// leaveOut replaces what was got for systems in which components are limited by what was
// wanted, as nothing is promised of them. before and after are the samples that were predicted,
// before and after a motion.
func (l Limited) leaveOut(before, after []system.Sample, want, got Outputs) (Outputs, error) {
	if l == nil {
		return got, nil
	}
	acts, err := l(slices.Concat(before, after))
	if err != nil {
		return nil, fmt.Errorf("where components of forces are limited: %w", err)
	}
	left := maps.Clone(got)
	for output, wanted := range want {
		left[output] = slices.Clone(got[output])
		rows, start := 0, 0
		for _, sample := range after {
			rows += sample.Particles()
		}
		for i, sample := range after {
			at := span{start, sample.Particles(), rows}
			if acts[i] || acts[len(before)+i] {
				copy(part(left[output], at), part(wanted, at))
			}
			start += sample.Particles()
		}
	}
	return left, nil
}
