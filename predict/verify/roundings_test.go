package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

// fixed returns the same outputs for all systems.
type fixed struct {
	predict.Predictor
	outputs Outputs
}

func (f fixed) Outputs([]system.Sample) (map[string][]float32, error) { return f.outputs, nil }

// TestExplainedDifferences: a difference is measured by what roundings change, in three stages of which the first that explains
// it is the last. True training inputs are excused up to a twentieth.
func TestExplainedDifferences(t *testing.T) {
	sample := system.Sample{Position: []float32{1, 2, 3}}
	explained := func(difference float64, changes ...float64) float64 {
		m := Trusted{Predictor: fixed{}, measured: map[measuredAt]float64{}}
		for stage, change := range changes {
			at := measuredAt{stage, "position", &sample.Position[0]}
			if stage == ofOwn {
				at.position = nil
			}
			m.measured[at] = change
		}
		return m.explained(difference, sample, "position", 1)
	}
	require.InDelta(t, 0.5e-4, explained(1e-3, 2e-3, 0, 0), 1e-12)
	require.InDelta(t, 0.5e-4, explained(1e-3, 0, 2e-3, 0), 1e-12)
	require.InDelta(t, 0.5e-4, explained(1e-3, 0, 0, 2e-3), 1e-12)
	require.InDelta(t, 1e-3, explained(1e-3, 0, 0, 0), 1e-12, "nothing is allowed less than the tolerance")
	require.InDelta(t, 2e-4, explained(1e-3, 5e-4, 3e-4, 1e-4), 1e-12)
	require.InDelta(t, 1e-4, explained(1e-3, 1e-3, 1, 1), 1e-12, "the first stage explains it")
	require.Equal(t, 1e-3, Trusted{}.explained(1e-3, sample, "position", 1), "nothing is trusted")
	own := Trusted{Predictor: fixed{}}.WithOwn([]system.Sample{sample})
	own.measured[measuredAt{0, "position", &sample.Position[0]}] = 1
	require.InDelta(t, 0.049e-4, own.explained(0.049, sample, "position", 1), 1e-12)
	require.Equal(t, 0.051, own.explained(0.051, sample, "position", 1))
	require.True(t, own.isOwn(sample))
	require.False(t, own.isOwn(system.Sample{Position: []float32{1, 2, 3}}))
}

// TestNoiseOfTwins: two precisions of a model that differ excuse 32 times their difference.
func TestNoiseOfTwins(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}}
	one, other := fixed{outputs: Outputs{"position": {1, 2, 4}}}, fixed{outputs: Outputs{"position": {1, 2, 3}}}
	require.Zero(t, Trusted{Predictor: one}.noise(s, "position", 4))
	require.Zero(t, Trusted{Predictor: one, Twin: one}.noise(s, "position", 4))
	require.InDelta(t, 8, Trusted{Predictor: one, Twin: other}.noise(s, "position", 4), 1e-12)
	other.outputs = Outputs{"position": {1, 2, float32(math.Inf(1))}}
	require.Zero(t, Trusted{Predictor: one, Twin: other}.noise(s, "position", 4), "it excuses no infinities")
}

// TestRelative: differences are relative to the largest entry. If one of two is not finite they are infinitely far apart, and
// if both are not, they are the same.
func TestRelative(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		want, got   []float32
		scale, fits float64
	}{
		{[]float32{1, 2}, []float32{1, 4}, 4, 0.5}, {[]float32{1, 2}, []float32{3, 2}, 4, 0.5}, {[]float32{1, 2}, []float32{1, 2}, 4, 0}, {[]float32{1, 2}, []float32{1}, 4, math.Inf(1)},
		{[]float32{1, 2}, []float32{1, inf}, 4, math.Inf(1)}, {[]float32{1, inf}, []float32{1, 2}, math.Inf(1), math.Inf(1)}, {[]float32{1, inf}, []float32{5, inf}, math.Inf(1), 0},
		{[]float32{math.MaxFloat32}, []float32{math.MaxFloat32}, math.MaxFloat32, 0}, {nil, nil, 0, 0},
	} {
		require.Equal(t, c.fits, relative(c.want, c.got, c.scale), "%v", c)
	}
	require.True(t, unsquared(Outputs{"a": {1}, "b": {-1.01e19}}))
	require.False(t, unsquared(Outputs{"a": {1}, "b": {-0.99e19}}))
	require.Equal(t, []float32{3, 4}, part([]float32{1, 2, 3, 4, 5, 6}, span{1, 1, 3}, span{0, 1, 2}))
	require.Equal(t, []float32{4, 5, 6}, part([]float32{1, 2, 3, 4, 5, 6}, span{1, 1, 4}, span{1, 1, 2}))
	require.Equal(t, []float32{1, 2}, part([]float32{1, 2}, span{0, 0, 0}, span{0, 1, 3}))
	require.Zero(t, differentBits([]float32{1, 2}, []float32{1, 2}))
	require.Equal(t, 2., differentBits([]float32{1, 2}, []float32{1, 4}))
	require.Equal(t, math.Inf(1), differentBits([]float32{1, 2}, []float32{1}))
	require.Positive(t, differentBits([]float32{0}, []float32{float32(math.Copysign(0, -1))}))
}

// TestCompared: a difference of more than is allowed is named, and others are relative to the largest entry.
func TestCompared(t *testing.T) {
	largest, err := compare([]float32{1, 4}, []float32{1.5, 4}, 4, 0.125)
	require.NoError(t, err)
	require.Equal(t, 0.125, largest)
	_, err = compare([]float32{1, 4}, []float32{1.5, 4}, 4, 0.124)
	require.EqualError(t, err, "number 0 is 1.5 and should be 1: they differ by 0.5; the largest entry is 4")
	_, err = compare([]float32{1, 4}, []float32{1}, 4, 1)
	require.EqualError(t, err, "1 numbers; 2 are right")
	_, err = compare([]float32{1}, []float32{1}, math.Inf(1), 1)
	require.EqualError(t, err, "the reference is not finite")
	_, err = compare([]float32{1}, []float32{1}, math.MaxFloat32, 1)
	require.NoError(t, err)
	largest, err = compare([]float32{0}, []float32{0}, 0, 1)
	require.NoError(t, err)
	require.Zero(t, largest)
	require.Equal(t, 3., largestOf([]float32{1, -3, 2}))
	require.True(t, math.IsNaN(largestOf([]float32{1, float32(math.NaN()), 2})))
	groups := []Group{{Name: "a", Samples: make([]system.Sample, 1)}, {Name: "b", Samples: make([]system.Sample, 1)}}
	largest, where, err := Largest(groups, []Outputs{{"x": {1, 4}}, {"x": {2, 4}}}, fixed{outputs: Outputs{"x": {3, 4}}})
	require.NoError(t, err)
	require.Equal(t, []any{0.5, "a"}, []any{largest, where})
	largest, where, err = Largest(groups, []Outputs{{"x": {3, 4}}, {"x": {2, 4}}}, fixed{outputs: Outputs{"x": {3, 4}}})
	require.NoError(t, err)
	require.Equal(t, []any{0.25, "b"}, []any{largest, where})
	largest, where, err = Largest(groups, []Outputs{{"x": {3, 4}}, {"x": {3, 4}}}, fixed{outputs: Outputs{"x": {3, 4}}})
	require.NoError(t, err)
	require.Equal(t, []any{0., "a"}, []any{largest, where})
	_, _, err = Largest(groups, []Outputs{{"x": {1}}, {"x": {1}}}, fixed{outputs: Outputs{}})
	require.ErrorContains(t, err, "x of composition a: 0 numbers; 1 are right")
}

// TestFarthest: the farthest number is named by its particle and system, and numbers that are none are the farthest.
func TestFarthest(t *testing.T) {
	two := system.Sample{Position: make([]float32, 6)}
	group := Group{Name: "(2)", Samples: []system.Sample{two, two}}
	got := make([]float32, 12)
	got[4], got[10] = -0.25, 0.5
	f := moving{output: "position", columns: 3}.farthest("rotations", group, make([]float32, 12), got, 2)
	require.Equal(t, 0.25, f.Largest)
	require.Equal(t, "position of particle 1 in system 1 of composition (2)", f.Where)
	require.False(t, f.Holds())
	got[0] = float32(math.NaN())
	f = moving{output: "position", columns: 3}.farthest("rotations", group, make([]float32, 12), got, 2)
	require.False(t, f.Holds())
	f = moving{output: "position_radius", columns: 1}.farthest("rotations", group, make([]float32, 4), []float32{0, 0, 1, 0}, 2)
	require.Equal(t, "position_radius of particle 0 in system 1 of composition (2)", f.Where)
}

// TestChangedLengths: the change of a bar is relative to the largest coordinate of the input and of the prediction.
func TestChangedLengths(t *testing.T) {
	stick := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Objects: system.Objects{system.Stick.Of(0, 1)}}
	require.InDelta(t, 0.5, lengthChange(stick, []float32{0, 0, 0, 1, 0, 0}, [2]int{0, 1}), 1e-12)
	require.InDelta(t, 0.5, lengthChange(stick, []float32{0, 0, 0, 4, 0, 0}, [2]int{0, 1}), 1e-12)
	var found []Finding
	Trusted{}.lengths(Group{Name: "(0,1)", Samples: []system.Sample{stick, stick}, Own: true}, []float32{0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0}, func(f Finding) { found = append(found, f) })
	require.Len(t, found, 2)
	require.True(t, found[0].Holds())
	require.InDelta(t, 1./3, found[1].Largest, 1e-6)
	require.Equal(t, found[1].Largest, found[1].Own)
	require.Equal(t, "stick [0 1] in system 1 of composition (0,1)", found[1].Where)
}

// TestWorse: of two findings the larger counts, with the largest of what is magnified and of what is own. A system that is
// magnified in both counts once.
func TestWorse(t *testing.T) {
	var one, two system.Sample
	a, b := Finding{Promise: "p", Largest: 1, Allowed: 2, Where: "a", Own: 5}, Finding{Promise: "p", Largest: 2, Allowed: 2, Where: "b", Own: 3}
	a.magnifies(7, &one, "in a")
	a.magnifies(6, &one, "later in a")
	b.magnifies(4, &one, "in b")
	b.magnifies(9, &two, "later in b")
	for _, worse := range []Finding{a.With(b), b.With(a)} {
		require.Equal(t, []any{2., "b", 5., 9., "later in b", 2}, []any{worse.Largest, worse.Where, worse.Own, worse.Magnified, worse.MagnifiedIn, worse.MagnifiedSystems})
		require.True(t, worse.Holds())
	}
	require.Equal(t, []any{7., "in a", 1}, []any{a.Magnified, a.MagnifiedIn, a.MagnifiedSystems})
	b.Largest = math.NaN()
	require.False(t, a.With(b).Holds())
	require.False(t, b.With(a).Holds())
	report := Report{Findings: []Finding{{Promise: "p", Largest: 1}, {Promise: "q"}, {Promise: "p", Largest: 3}}}.Worst()
	require.Len(t, report.Findings, 2)
	require.Equal(t, 3., report.Findings[0].Largest)
}

// TestSizesOfBatches: one, two, three, the powers of two and a size in the upper quarter are tried, each once, and as many edges
// as a batch may have.
func TestSizesOfBatches(t *testing.T) {
	for seed := range uint64(20) {
		sizes := BatchSizes(1000, 0, rand.New(rand.NewPCG(seed, 0)))
		require.Equal(t, []int{1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512}, sizes[:11])
		require.Len(t, sizes, 12)
		require.Greater(t, sizes[11], 750)
		require.LessOrEqual(t, sizes[11], 1000)
	}
	sizes := BatchSizes(1<<16, 400, rand.New(rand.NewPCG(1, 2)))
	require.IsIncreasing(t, sizes)
	for _, size := range []int{5, 7, 9, 1023, 1025, 16385} {
		require.Contains(t, sizes, size)
	}
	hundred := Group{Samples: []system.Sample{{Position: make([]float32, 300)}}}
	require.Equal(t, 100*99, hundred.Samples[0].Edges())
	require.Equal(t, []int{1, 2, 10}, fitting([]int{1, 2, 500, 600}, hundred))
	require.Equal(t, []int{1}, fitting([]int{1, 2}, Group{Samples: []system.Sample{{Position: make([]float32, 3*400)}}}))
	require.Equal(t, []int{1, 500}, fitting([]int{1, 500}, Group{Samples: []system.Sample{{Position: make([]float32, 3)}}}))
	require.Equal(t, []int{1, 2, 3, 4, 1, 2}, repeated([]int{1, 2, 3, 4}, 3, 2))
	require.Equal(t, []int{1, 2}, repeated([]int{1, 2, 3, 4}, 1, 2))
}

// TestDisplacements: velocities are displacements if they are the differences of positions to the last bits of these.
func TestDisplacements(t *testing.T) {
	samples := []system.Sample{{Position: []float32{1, 0, 0}}, {Position: []float32{0, 2, 0}}}
	position := []float32{3, 0, 0, 0, 2, 4}
	for off, is := range map[float32]bool{0: true, 32 * 3.9 / (1 << 24): true, 32 * 4.1 / (1 << 24): false} {
		require.Equal(t, is, displaced(Outputs{"position": position, "velocity": {2, 0, 0, off, 0, 4}}, samples), "%g", off)
	}
	require.False(t, displaced(Outputs{"position": position, "velocity": {2, 0, 0}}, samples))
	require.False(t, displaced(Outputs{"position": position[:3], "velocity": {2, 0, 0, 0, 0, 4}}, samples))
	require.False(t, displaced(Outputs{"position": position, "velocity": {-2, 0, 0, 0, 0, -4}}, samples))
	still := Outputs{"position": {3, 0, 0}, "velocity": {2, 0, 0}}
	require.InDelta(t, 2, entryOf("velocity", still, samples[:1]), 1e-12)
	still = Outputs{"position": {1e6, 0, 0}, "velocity": {0, 0, 0}, "force": {0, 0, 0}}
	at := []system.Sample{{Position: []float32{1e6, 0, 0}}}
	require.InDelta(t, displacedPart*1e6, entryOf("velocity", still, at), 1e-6)
	require.Zero(t, entryOf("force", still, at))
}
