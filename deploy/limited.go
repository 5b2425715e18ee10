package deploy

import (
	"errors"
	"fmt"
	"slices"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// limitedBy reports where a run's model limits components of forces; nil of a model that
// does not.
func limitedBy(trained *run.Run) (verify.Limited, error) {
	if trained.Config.Model.Clamp != builder.ComponentClamp {
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
		counts := builder.ActingLimits(outputs)[builder.ComponentLimit]
		for _, s := range samples {
			acts = append(acts, slices.ContainsFunc(counts[:s.Particles()], func(count float32) bool { return count > 0 }))
			counts = counts[s.Particles():]
		}
		return acts, nil
	}, nil
}

// countLimited says in how many of the drawn systems, of the true training inputs and of a test
// set, which may be nil, components of forces are limited; "" of a model that limits none.
func (m *measurement) countLimited(test *TestSet) (string, error) {
	if m.limited == nil {
		return "", nil
	}
	drawn := slices.Clone(m.groups)
	if m.sampled != nil {
		drawn = slices.Concat(drawn, m.sampled.groups, m.sampled.moved)
	}
	drawn = slices.DeleteFunc(drawn, func(g verify.Group) bool { return g.Own })
	limited, all, err := m.limited.Count(drawn)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("The published limit on each component of a force (--clamp component) acts in %d of %d drawn systems", limited, all)
	if len(m.examples) > 0 {
		if limited, all, err = m.limited.Count(m.examples); err != nil {
			return "", err
		}
		text += fmt.Sprintf(", in %d of %d training inputs", limited, all)
	}
	if test != nil {
		if limited, all, err = m.limited.Count([]verify.Group{{Samples: test.Samples}}); err != nil {
			return "", err
		}
		text += fmt.Sprintf(" and in %d of %d test samples of %s", limited, all, test.Info.File)
	}
	return text + ". Rotations and reflections were measured on the other systems, and are promised of these alone.", nil
}
