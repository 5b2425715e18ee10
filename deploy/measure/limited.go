package measure

import (
	"errors"
	"fmt"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// LimitedBy returns a function that reports for which samples a run's model limits components
// of forces. It returns nil for a model that never does.
func LimitedBy(trained *run.Run) (verify.Limited, error) {
	if trained.Config.Model.Clamp != config.ComponentClamp {
		return nil, nil
	}
	watching, err := artifact.Watching(trained, false)
	if err != nil || watching == nil {
		return nil, err
	}
	return func(samples []system.Sample) (acts []bool, err error) {
		predictor, err := artifact.OpenRun(engines.ForModules(), watching)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, predictor.Close()) }()
		outputs, err := predictor.Outputs(samples)
		if err != nil {
			return nil, err
		}
		counts := graph.ActingLimits(outputs)[graph.ComponentLimit]
		for _, s := range samples {
			acts = append(acts, slices.ContainsFunc(counts[:s.Particles()], func(count float32) bool { return count > 0 }))
			counts = counts[s.Particles():]
		}
		return acts, nil
	}, nil
}

// CountLimited says in how many systems components of forces are limited: of the drawn systems,
// of the true training inputs and of the test samples of a file, which may be nil. It returns
// "" for a model that limits none.
func (m *Measurement) CountLimited(test []system.Sample, file string) (string, error) {
	if m.limited == nil {
		return "", nil
	}
	drawn := slices.Clone(m.Groups)
	if m.Sampled != nil {
		drawn = slices.Concat(drawn, m.Sampled.Groups, m.Sampled.Moved)
	}
	drawn = slices.DeleteFunc(drawn, func(g verify.Group) bool { return g.Own })
	limited, all, err := m.limited.Count(drawn)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("The published limit on each component of a force (--clamp component) acts in %d of %d drawn systems", limited, all)
	if len(m.Examples) > 0 {
		if limited, all, err = m.limited.Count(m.Examples); err != nil {
			return "", err
		}
		text += fmt.Sprintf(", in %d of %d training inputs", limited, all)
	}
	if test != nil {
		if limited, all, err = m.limited.Count([]verify.Group{{Samples: test}}); err != nil {
			return "", err
		}
		text += fmt.Sprintf(" and in %d of %d test samples of %s", limited, all, file)
	}
	return text + ". Rotations and reflections were measured on the other systems, and are promised of these alone.", nil
}
