package preset

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// shifting predicts that each particle moves by this along x, or fails.
type shifting struct {
	predict.Predictor
	by     float32
	err    error
	closed *int
}

func (p shifting) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for _, s := range samples {
		position, velocity = append(position, s.Position[0]+p.by, s.Position[1], s.Position[2]), append(velocity, s.Velocity...)
	}
	return position, velocity, p.err
}

func (p shifting) Close() error { *p.closed++; return nil }

// TestShareOfKnownMechanics: the share is the root of the error of known mechanics over that of the best baseline; what fails
// there is the error of the choice.
func TestShareOfKnownMechanics(t *testing.T) {
	sample := system.Sample{Position: make([]float32, 3), Velocity: []float32{0, 1, 0}, TargetPosition: []float32{3, 0, 0}}
	data := &datasets.Data{Train: []system.Sample{sample}, Valid: []system.Sample{sample, sample}}
	data.Train[0].TargetPosition = []float32{0, 2, 0}
	closed, failed := 0, errors.New("broken")
	_, baseline := predict.BestBaseline(data.Train, data.Valid)
	for _, by := range []float32{0, 1, 3} {
		p := shifting{by: by, closed: &closed}
		found, err := predict.Evaluate(context.Background(), p, data.Valid)
		require.NoError(t, err)
		share, err := knownShare(context.Background(), data, func(*run.Run, *datasets.Data) (predict.Predictor, error) { return p, nil })
		require.NoError(t, err)
		require.InDelta(t, math.Sqrt(found.Position.Mean/baseline), share, 1e-12)
		require.Equal(t, by == 3, share == 0)
	}
	require.Equal(t, 3, closed)
	_, err := Choose(context.Background(), data, func(*run.Run, *datasets.Data) (predict.Predictor, error) {
		return shifting{err: failed, closed: &closed}, nil
	})
	require.ErrorIs(t, err, failed)
	require.Equal(t, 4, closed)
}

// TestOfBones: the paper's model is trained on bones as the preset fast trains.
func TestOfBones(t *testing.T) {
	p, fast := ofBones(), changed("fast", "", nil)
	require.Equal(t, []any{90, 50, 2e-3, run.Cosine}, []any{p.Options.Epochs, p.Options.Batch, p.Options.LearningRate, p.Options.Schedule})
	require.Equal(t, fast.Options.Epochs, p.Options.Epochs)
	require.Empty(t, p.Name)
}
