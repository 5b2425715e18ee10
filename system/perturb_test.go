package system_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// perturbable are systems of three isolated particles, two sticks and a
// hinge, on other particles in each.
func perturbable(count int) []system.Sample {
	samples := make([]system.Sample, count)
	for k := range samples {
		s := &samples[k]
		at := func(i int) int { return (i + k) % 10 }
		s.Objects = system.Objects{
			system.Stick.Of(at(3), at(4)), system.Stick.Of(at(6), at(5)), system.Hinge.Of(at(7), at(8), at(9)),
		}
		for i := range 30 {
			s.Position = append(s.Position, float32((7*i+k)%13)+float32(i)/8)
		}
		s.Velocity, s.TargetPosition, s.Charge = slices.Clone(s.Position), slices.Clone(s.Position), make([]float32, 10)
	}
	return samples
}

// perturbed is the batch of the samples, which are number 0, 1, ... of all.
func perturbed(p system.Perturbation, samples []system.Sample, seed uint64, epoch int) *system.Batch {
	batch := system.NewBatch(samples)
	var numbers []int
	for i := range samples {
		numbers = append(numbers, i)
	}
	system.NewPerturber(p, seed).Apply(batch, epoch, numbers)
	return batch
}

// objects are the isolated particles, sticks and hinges that a batch holds
// of each system; sticks with their first end first.
func objects(t *testing.T, b *system.Batch) (isolated [][]int, sticks [][][2]int, hinges int) {
	t.Helper()
	start := 0
	for _, size := range b.Sizes {
		var free []int
		var pairs [][2]int
		for row := start; row < start+size; row++ {
			i := int64(row)
			first, second := b.First[row], b.Second[row]
			switch {
			case b.Is(system.Isolated, i):
				require.Equal(t, [4]int64{i, i, i, i}, [4]int64{b.Partner[row], first, second, b.Joint[row]})
				free = append(free, row-start)
			case b.Is(system.Stick, i):
				require.Equal(t, i, b.Joint[row])
				require.Equal(t, i, b.Partner[b.Partner[row]])
				require.NotEqual(t, i, b.Partner[row])
				require.ElementsMatch(t, []int64{i, b.Partner[row]}, []int64{first, second})
				require.True(t, first >= int64(start) && first < int64(start+size) && second >= int64(start) && second < int64(start+size))
				if first == i {
					pairs = append(pairs, [2]int{row - start, int(second) - start})
				}
			case b.Is(system.Hinge, i):
				hinges++
			}
		}
		isolated, sticks = append(isolated, free), append(sticks, pairs)
		start += size
	}
	return isolated, sticks, hinges
}

func TestPerturb(t *testing.T) {
	const count = 400
	samples := perturbable(count)
	plain := system.NewBatch(samples)
	wasFree, wasStick, _ := objects(t, plain)
	for p, want := range map[system.Perturbation]struct{ isolated, sticks, joins, splits int }{
		system.Join: {1, 3, 3, 0}, system.Split: {5, 1, 0, 2}, system.JoinSplit: {3, 2, 3, 2}, system.Length: {3, 2, 0, 0},
	} {
		t.Run(string(p), func(t *testing.T) {
			batch := perturbed(p, samples, 1, 1)
			require.Equal(t, plain.Target, batch.Target)
			require.Equal(t, plain.Velocity, batch.Velocity)
			require.Equal(t, plain.Senders, batch.Senders)
			if p != system.Length {
				require.Equal(t, plain.Position, batch.Position)
			}
			isolated, sticks, hinges := objects(t, batch)
			require.Equal(t, 3*count, hinges)
			joined, split := map[[2]int]int{}, map[[2]int]int{}
			for k := range samples {
				require.Len(t, isolated[k], want.isolated)
				require.Len(t, sticks[k], want.sticks)
				for _, stick := range sticks[k] {
					if !slices.Contains(wasStick[k], stick) {
						require.Subset(t, wasFree[k], stick[:])
						joined[inFirst(stick, k)]++
					}
				}
				for _, stick := range wasStick[k] {
					if !slices.Contains(sticks[k], stick) {
						split[inFirst(stick, k)]++
					}
				}
			}
			requireEven(t, joined, want.joins, count)
			requireEven(t, split, want.splits, count)
		})
	}
}

// inFirst is the pair of sample 0 that a pair of sample k corresponds to.
func inFirst(pair [2]int, k int) [2]int {
	a, b := (pair[0]+10-k%10)%10, (pair[1]+10-k%10)%10
	return [2]int{min(a, b), max(a, b)}
}

// requireEven requires each of the choices to be made equally often, within
// six standard deviations.
func requireEven(t *testing.T, seen map[[2]int]int, choices, count int) {
	t.Helper()
	require.Len(t, seen, choices)
	for pair, times := range seen {
		mean := float64(count) / float64(choices)
		require.InDelta(t, mean, times, 6*math.Sqrt(mean), "%v", pair)
	}
}

// TestPerturbedLength: of one stick, the length changes by a tenth in the
// mean square, about its center and along it.
func TestPerturbedLength(t *testing.T) {
	const count = 4000
	samples := perturbable(count)
	plain, batch := system.NewBatch(samples), perturbed(system.Length, samples, 1, 1)
	stretched, square := map[[2]int]int{}, 0.0
	for k, sample := range samples {
		for _, stick := range sample.Objects.Bars(system.Stick) {
			before, after := stickOf(plain, k, stick), stickOf(batch, k, stick)
			if before == after {
				continue
			}
			change := after.length/before.length - 1
			square += change * change
			stretched[inFirst(stick, k)]++
			for axis := range 3 {
				require.InDelta(t, before.center[axis], after.center[axis], 1e-5)
				require.InDelta(t, before.bar[axis]*(1+change), after.bar[axis], 1e-5)
			}
		}
	}
	requireEven(t, stretched, 2, count)
	require.InDelta(t, 0.1, math.Sqrt(square/count), 0.005)
	for i, x := range plain.Position {
		if !plain.Is(system.Stick, int64(i/3)) {
			require.Equal(t, x, batch.Position[i])
		}
	}
}

type stickState struct {
	center, bar [3]float64
	length      float64
}

func stickOf(b *system.Batch, composition int, stick [2]int) (s stickState) {
	for axis := range 3 {
		x, y := float64(b.Position[3*(10*composition+stick[0])+axis]), float64(b.Position[3*(10*composition+stick[1])+axis])
		s.center[axis], s.bar[axis] = (x+y)/2, x-y
		s.length += s.bar[axis] * s.bar[axis]
	}
	s.length = math.Sqrt(s.length)
	return s
}

// TestPerturbAnew: what is drawn depends on seed, epoch and sample, and not
// on the rest of the batch.
func TestPerturbAnew(t *testing.T) {
	samples := perturbable(40)
	for _, p := range []system.Perturbation{system.Join, system.Split, system.JoinSplit, system.Length} {
		batch := perturbed(p, samples, 5, 7)
		require.Equal(t, batch, perturbed(p, samples, 5, 7))
		for _, other := range []*system.Batch{perturbed(p, samples, 6, 7), perturbed(p, samples, 5, 8)} {
			require.NotEqual(t, [2]any{batch.Partner, batch.Position}, [2]any{other.Partner, other.Position})
		}
		alone := system.NewBatch(samples[13:14])
		system.NewPerturber(p, 5).Apply(alone, 7, []int{13})
		for i, mask := range batch.Masks {
			require.Equal(t, mask[130:140], alone.Masks[i])
		}
		require.Equal(t, batch.Position[390:420], alone.Position)
	}
}

func TestPerturbAllocatesNothing(t *testing.T) {
	samples := perturbable(20)
	batch := system.NewBatch(samples)
	numbers := make([]int, 20)
	perturber := system.NewPerturber(system.JoinSplit, 1)
	perturber.Apply(batch, 0, numbers)
	epoch := 0
	require.Zero(t, testing.AllocsPerRun(10, func() {
		epoch++
		batch.Fill(samples)
		perturber.Apply(batch, epoch, numbers)
	}))
}

func TestImpossiblePerturbations(t *testing.T) {
	whole := perturbable(3)
	require.NoError(t, system.JoinSplit.Check(whole))
	none := slices.Clone(whole)
	none[1].Objects = none[1].Objects[2:]
	require.NoError(t, system.Join.Check(none))
	free := slices.Clone(whole)
	free[0].Objects = nil
	require.NoError(t, system.Join.Check(free), "no stick is needed")
	taken := slices.Clone(whole)
	taken[2].Objects = append(slices.Clone(taken[2].Objects), system.Hinge.Of(2, 3, 4))
	require.NoError(t, system.Split.Check(taken), "no isolated particle is needed")
	require.EqualError(t, system.Split.Check(none),
		"perturb split needs a stick in every training sample; sample 1 has 7 isolated particles and 0 sticks")
	full := slices.Clone(whole)
	full[2].Objects = append(slices.Clone(full[2].Objects), system.Hinge.Of(2, 3, 4))
	require.EqualError(t, system.JoinSplit.Check(full),
		"perturb join+split needs two isolated particles and a stick in every training sample; sample 2 has 0 isolated particles and 2 sticks")
	featured := slices.Clone(whole)
	featured[0].EdgeFeatures = []float32{1}
	require.ErrorContains(t, system.Length.Check(featured), "without edge features only: features, as in sample 0,")
	require.EqualError(t, system.Perturbation("bend").Check(whole),
		`there is no perturbation "bend"; known: join, split, join+split, length`)
}
