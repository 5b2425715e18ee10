package checks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// numbered returns samples of one particle that move from these positions to other ones.
func numbered(from float32, count int) (samples []system.Sample) {
	for k := range count {
		samples = append(samples, alongX([]float32{from + float32(k)}, []float32{from + float32(k) + 0.5}))
	}
	return samples
}

// TestPassedInputs: inputs of other splits are told that are targets or frames of training, if they are three
// or more, and more than a fifth.
func TestPassedInputs(t *testing.T) {
	found := func(passed, all int) string {
		data := &datasets.Data{Train: numbered(0, 10), Test: numbered(100, all)}
		for k := range passed {
			copy(data.Test[k].Position, data.Train[k].TargetPosition)
		}
		return sharedSamples(of(data)).args[0].(string)
	}
	require.Equal(t, "3 inputs of test are targets or frames of train", found(3, 10))
	require.Empty(t, found(2, 4))
	require.Equal(t, "3 inputs of test are targets or frames of train", found(3, 14))
	require.Empty(t, found(3, 15))
	data := &datasets.Data{Train: numbered(0, 2), Valid: numbered(1, 2), Test: numbered(2, 1)}
	require.Equal(t, "1 inputs of test are in valid, 1 inputs of valid are in train", sharedSamples(of(data)).args[0])
	moving := numbered(0, 1)
	moving[0].Trajectory = &system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 0.5, 0, 0, 7, 0, 0, 8, 0, 0}, Velocities: make([]float64, 12)}
	require.Len(t, (of(&datasets.Data{Train: moving})).passed(), 3, "the input itself is not passed")
}

// TestRepeatedInputs: three samples or more with the inputs of others, and the same or other targets.
func TestRepeatedInputs(t *testing.T) {
	of := func(count int, change func(s *system.Sample)) *subject {
		data := &datasets.Data{Train: numbered(0, 10), Test: numbered(50, 1)}
		for k := range count {
			data.Train[5+k] = data.Train[0]
			change(&data.Train[5+k])
		}
		return of(data)
	}
	same, other := func(*system.Sample) {}, func(s *system.Sample) { s.TargetPosition = []float32{9, 9, 9} }
	require.Equal(t, result{size: 0.3, args: []any{3, 10, "train"}}, repeats(of(3, same)))
	require.Zero(t, repeats(of(2, same)).size)
	require.Zero(t, otherTargets(of(3, same)).size)
	require.Equal(t, 0.4, otherTargets(of(4, other)).size)
	require.Zero(t, repeats(of(4, other)).size)
	resting := &datasets.Data{}
	for range 5 {
		resting.Train = append(resting.Train, alongX([]float32{1}, []float32{1}))
	}
	s := &subject{data: resting, digest: digester{}, inputs: map[string][]uint64{"train": {1, 1, 1, 1, 1}}}
	require.Zero(t, repeats(s).size, "they rest")
}

// TestNewInSplits: an object or a type that training lacks is told, unless the feature has more than forty
// values, or this is no whole number.
func TestNewInSplits(t *testing.T) {
	found := func(change func(data *datasets.Data)) any {
		data := &datasets.Data{Train: numbered(0, 42), Valid: numbered(100, 1), NodeFeatures: []string{"mass", "z"}}
		for k := range data.Train {
			data.Train[k].NodeFeatures = []float32{0, float32(k % 40)}
		}
		data.Valid[0].NodeFeatures = []float32{0, 39}
		change(data)
		if new := newToTraining(&subject{data: data}); new.size > 0 {
			return new.args[0]
		}
		return nil
	}
	require.Nil(t, found(func(*datasets.Data) {}))
	require.Equal(t, "particles of the valid split have the z 77, and none of training does", found(func(data *datasets.Data) { data.Valid[0].NodeFeatures[1] = 77 }))
	require.Nil(t, found(func(data *datasets.Data) { data.Valid[0].NodeFeatures[1] = 77.5 }))
	require.Nil(t, found(func(data *datasets.Data) { data.Valid[0].NodeFeatures[1], data.Train[41].NodeFeatures[1] = 77, 40 }))
	require.Equal(t, "the valid split has sticks, and training has none", found(func(data *datasets.Data) {
		data.Valid[0] = alongX([]float32{0, 1}, []float32{0, 1})
		data.Valid[0].Objects = system.Objects{system.Stick.Of(0, 1)}
	}))
	require.Nil(t, found(func(data *datasets.Data) { data.Train = nil }))
}

// TestStrayFollowers: the distance from where the file puts a joint, relative to how far it moves, and the best
// factor and offset.
func TestStrayFollowers(t *testing.T) {
	found := func(own, leader []float64, limits [2]float64) result {
		r := &Recording{Elements: 2, Each: 1, Starts: []int{0, len(own)}, Limits: [][2]float64{limits, {}}, Followers: []Follower{{Joint: 0, Leader: 1, Times: 2, Offset: 1}}}
		for frame := range own {
			r.Positions = append(r.Positions, own[frame], leader[frame])
		}
		return strayFollowers(&subject{recording: r, words: words})
	}
	require.Zero(t, found([]float64{1, 3, 5}, []float64{0, 1, 2}, [2]float64{}).size)
	far := found([]float64{2, 4, 6}, []float64{0, 1, 2}, [2]float64{})
	require.Equal(t, 0.25, far.size)
	require.Equal(t, "in the recording it is 2 times that plus 2 at best", far.args[5])
	require.Equal(t, 1.0, far.args[6])
	require.Equal(t, 0.5, found([]float64{2, 2}, []float64{0, 1}, [2]float64{}).size) // off by 1 twice, where it is to move by 2
	still := found([]float64{2, 2}, []float64{0, 0}, [2]float64{-50, 50})
	require.Equal(t, 0.2, still.size)
	require.Equal(t, "it is at 2 where that stays at 0", still.args[5])
	require.Zero(t, found([]float64{2, 2}, []float64{0, 0}, [2]float64{}).size, "nothing moves")
}
