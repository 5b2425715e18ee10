package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/system"
)

// pushing is a predictor that moves all particles by one along x.
type pushing struct {
	predict.Predictor
	closed int
}

func (p *pushing) Outputs(samples []system.Sample) (map[string][]float32, error) {
	var position, velocity []float32
	for _, s := range samples {
		for i, x := range s.Position {
			if i%3 == 0 {
				x++
			}
			position = append(position, x)
		}
		velocity = append(velocity, s.Velocity...)
	}
	return map[string][]float32{system.Position.Name: position, system.Velocity.Name: velocity}, nil
}

func (p *pushing) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return predict.PositionsBy(p.Outputs, samples)
}

func (p *pushing) Close() error {
	p.closed++
	return nil
}

// TestByItself: a model that breaks its description without a file says which promise it breaks. A
// model that cannot be opened is an error, and without one nothing is known.
func TestByItself(t *testing.T) {
	m := &Measurement{Groups: []verify.Group{{Name: "(0,1)", Samples: sticks(2)}}}
	broken, err := m.ByItself()
	require.NoError(t, err)
	require.NoError(t, broken)
	model := new(pushing)
	m.trusted = func() (predict.Predictor, error) { return model, nil }
	for symmetry, breaks := range map[string]bool{"translations": false, "rotations, translations": true} {
		m.promised = config.Description{Symmetry: symmetry, Rigid: true}
		broken, err = m.ByItself()
		require.NoError(t, err)
		require.Equal(t, breaks, broken != nil, symmetry)
	}
	require.Equal(t, 2, model.closed)
	fails := errors.New("no engine")
	m.trusted = func() (predict.Predictor, error) { return nil, fails }
	_, err = m.ByItself()
	require.ErrorIs(t, err, fails)
}
