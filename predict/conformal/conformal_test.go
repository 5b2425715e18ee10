package conformal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// drawn are errors of systems of five particles whose size follows the second feature.
func drawn(samples int, seed uint64) (e Errors) {
	e.Names, e.Least = config.Config{}.RadiusFeatures(), config.Config{}.RadiusSoftness()
	source := rand.New(rand.NewPCG(seed, 0))
	for range samples {
		e.Sizes = append(e.Sizes, 5)
		for range 5 {
			size := math.Exp(source.NormFloat64())
			e.Squares = append(e.Squares, 1, float32(size*size), 1, 2, float32(source.Float64()), 25)
			e.Position = append(e.Position, size*math.Abs(source.NormFloat64()))
			e.Velocity = append(e.Velocity, 3*math.Abs(source.NormFloat64()))
		}
	}
	return e
}

// radii returns the radii of particles and systems, computed apart from the graph.
func radii(r *config.Radius, e Errors) (found Radii) {
	at := 0
	for _, size := range e.Sizes {
		squares := 0.
		for i := at; i < at+size; i++ {
			position, velocity := r.Position.Offset, r.Velocity.Offset
			for k, f := range r.Features {
				x := math.Log(float64(e.Squares[i*len(r.Features)+k])+f.Soft) / 2
				clipped := min(max(x, f.Low), f.High)
				position += r.Position.Weights[k]*clipped + math.Abs(x-clipped)
				velocity += r.Velocity.Weights[k]*clipped + math.Abs(x-clipped)
			}
			found.Position = append(found.Position, float32(math.Exp(position)))
			found.Velocity = append(found.Velocity, float32(math.Exp(velocity)))
			squares += math.Exp(2 * position)
		}
		found.System = append(found.System, float32(r.System*math.Sqrt(squares/float64(size))))
		at += size
	}
	return found
}

// TestCalibrate: radii cover the level on other data, and follow the feature that says
// how large errors are. Radii that stand at other particles cover as many and lose rank;
// as long a radius for all would be longer.
func TestCalibrate(t *testing.T) {
	r, coverage, err := Calibrate(0.9, 1, drawn(1000, 1))
	require.NoError(t, err)
	require.InDelta(t, 0.9, coverage.Position, 0.01)
	require.InDelta(t, 0.9, coverage.System, 0.01)
	require.InDelta(t, 1, r.Position.Weights[1], 0.1)
	require.Zero(t, r.Position.Weights[0], "what does not vary says nothing")

	other := drawn(2000, 2)
	found := radii(r, other)
	measured, err := Measure(0.9, found, other)
	require.NoError(t, err)
	require.NoError(t, measured.Err())
	require.InDelta(t, 0.9, measured.Position, 0.02)
	require.InDelta(t, 0.9, *measured.Velocity, 0.02)
	require.InDelta(t, 0.9, measured.System, 0.02)
	require.Greater(t, measured.Rank, 0.6)
	require.Less(t, measured.Median, measured.Quantile)
	require.Contains(t, measured.String(), "the radius of 90 % covers")

	shuffled := found
	shuffled.Position = append([]float32{}, found.Position...)
	rand.New(rand.NewPCG(3, 0)).Shuffle(len(shuffled.Position), func(i, j int) {
		shuffled.Position[i], shuffled.Position[j] = shuffled.Position[j], shuffled.Position[i]
	})
	apart, err := Measure(0.9, shuffled, other)
	require.NoError(t, err)
	require.InDelta(t, 0, apart.Rank, 0.1)
	require.Less(t, apart.Position, measured.Position-0.02)
}

// TestShuffledScale: a radius that is calibrated on other particles' features covers as
// many, and is less sharp.
func TestShuffledScale(t *testing.T) {
	median := func(calibrating, other Errors) float64 {
		r, _, err := Calibrate(0.9, 1, calibrating)
		require.NoError(t, err)
		measured, err := Measure(0.9, radii(r, other), other)
		require.NoError(t, err)
		require.InDelta(t, 0.9, measured.Position, 0.03)
		return measured.Median
	}
	shuffled := drawn(500, 1)
	rows := slices.Collect(slices.Chunk(slices.Clone(shuffled.Squares), len(shuffled.Names)))
	rand.New(rand.NewPCG(4, 0)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	shuffled.Squares = slices.Concat(rows...)
	other := drawn(500, 2)
	require.Greater(t, median(shuffled, other), 1.3*median(drawn(500, 1), other))
}

// TestLeastSoftness: features that are nothing but rounding are softened by what is given.
func TestLeastSoftness(t *testing.T) {
	e := drawn(50, 1)
	e.Least[0] = 7
	r, _, err := Calibrate(0.9, 1, e)
	require.NoError(t, err)
	require.EqualValues(t, 7, r.Features[0].Soft)
}

// TestSmallRadius: radii of a third cover too few, which is said with counts.
func TestSmallRadius(t *testing.T) {
	r, _, err := Calibrate(0.9, 1, drawn(200, 1))
	require.NoError(t, err)
	r.Position.Offset -= math.Log(3)
	other := drawn(500, 2)
	measured, err := Measure(0.9, radii(r, other), other)
	require.NoError(t, err)
	require.ErrorContains(t, measured.Err(), "the radius is too small")
	require.ErrorContains(t, measured.Err(), "(500 samples)")
}

// TestNoFactor: radii of each kind that would grow without bounds are errors, and those that
// a model does not have are none.
func TestNoFactor(t *testing.T) {
	few := config.RadiusStep{Position: 2, System: 2}
	require.NoError(t, checkFactors(0.9, 3, few))
	for kind, wrong := range map[string]config.RadiusStep{
		"positions": {Position: math.MaxFloat32, Velocity: 2, System: 2}, "velocities": {Position: 2, Velocity: math.MaxFloat32, System: 2},
		"systems": {Position: 2, Velocity: 2, System: math.NaN()},
	} {
		require.ErrorContains(t, checkFactors(0.9, 3, wrong), "after 3 steps more than 10 % of the "+kind+" are too far off")
	}
}

// TestNoCalibration: too few samples and numbers that are none are errors.
func TestNoCalibration(t *testing.T) {
	few := drawn(19, 1)
	_, _, err := Calibrate(0.9, 1, few)
	require.ErrorContains(t, err, "20 or more do")
	_, _, err = Calibrate(0.999, 1, drawn(500, 1))
	require.ErrorContains(t, err, "1000 or more do")
	wrong := drawn(30, 1)
	wrong.Position[3] = math.NaN()
	_, _, err = Calibrate(0.9, 1, wrong)
	require.ErrorContains(t, err, "not finite")
	wrong = drawn(30, 1)
	wrong.Squares[7] = float32(math.Inf(1))
	_, _, err = Calibrate(0.9, 1, wrong)
	require.ErrorContains(t, err, "acceleration")
	wrong = drawn(6, 1)
	wrong.Sizes = append(make([]int, 24), 30) // particles in the last fold alone
	_, _, err = Calibrate(0.9, 1, wrong)
	require.ErrorContains(t, err, "no linear function of deflection, acceleration, jerk, speed, closeness, particles fits the errors")
	require.ErrorContains(t, err, "calibrate on more samples")
	_, err = Measure(0.9, Radii{}, few)
	require.ErrorContains(t, err, "0 radii of particles")
}

// TestRanks: equal values share a rank, and values that are all equal have no correlation.
func TestRanks(t *testing.T) {
	require.Equal(t, []float64{3, 0.5, 2, 0.5}, ranks([]float64{9, 1, 4, 1}))
	require.InDelta(t, -1, rankCorrelation([]float64{1, 2, 2, 5}, []float64{4, 3, 3, 0}), 1e-12)
	require.Zero(t, rankCorrelation([]float64{1, 1, 1}, []float64{1, 2, 3}))
	require.Zero(t, rankCorrelation([]float64{1}, []float64{2}), "of one particle")
	m, err := Measure(0.9, Radii{Position: []float32{1}, System: []float32{1}}, Errors{Position: []float64{2}, Sizes: []int{1}})
	require.NoError(t, err)
	_, err = json.Marshal(m)
	require.NoError(t, err)
}

// resting predicts that nothing moves, and returns no radii.
type resting struct{ predict.Predictor }

func (resting) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs := map[string][]float32{}
	for _, s := range samples {
		outputs["position"], outputs["velocity"] = append(outputs["position"], s.Position...), append(outputs["velocity"], s.Velocity...)
	}
	return outputs, nil
}

// TestRollWithoutRadii: a file that was changed may lack what its configuration has.
func TestRollWithoutRadii(t *testing.T) {
	sample := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	rollout := predict.Rollout{Predictor: resting{}, Samples: []system.Sample{sample}, Steps: 2}
	err := Roll(t.Context(), rollout, &config.Radius{}, func(predict.Frame, Radii) error { return nil })
	require.EqualError(t, err, "step 1: the model has a radius in its configuration and returns 0 radii of particles and 0 of systems: expected 2 and 1; export it again")
}
