package verify

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/digests"
	"gmnc/internal/test/graphs"
	"gmnc/system"
)

var update = flag.Bool("update", false, "renew testdata/drawn.txt")

// describedGroups describes groups of systems: a text of their structures, and a sum of their numbers with weights from 1 to 7, since
// their order matters, beside the sum of the magnitudes.
func describedGroups(groups []Group) (text string, sum, magnitude float64) {
	var structure strings.Builder
	add := func(f *system.Field, values []float32) {
		fmt.Fprintf(&structure, "%s %d\n", f.Name, len(values))
		for i, value := range values {
			if part := float64(1+i%7) * float64(value); math.IsInf(part, 0) || math.IsNaN(part) {
				fmt.Fprintf(&structure, "%d %g\n", i, value)
			} else {
				sum, magnitude = sum+part, magnitude+math.Abs(part)
			}
		}
	}
	for _, group := range groups {
		fmt.Fprintf(&structure, "%s %s %v %v\n", group.Name, group.Kind, group.Fixed, group.Still)
		for i := range group.Samples {
			s := &group.Samples[i]
			fmt.Fprintln(&structure, s.Neighbors)
			for _, object := range s.Objects {
				fmt.Fprintln(&structure, object.Kind.Name, object.Members, object.Parents)
			}
			for _, f := range system.Fields() {
				if values := f.Of(s); values != nil {
					add(f, values)
				}
			}
			if s.Trajectory != nil {
				for _, given := range s.Trajectory.Given {
					add(given.Field, given.Values)
				}
			}
		}
	}
	return structure.String(), sum, magnitude
}

// magnified returns values a hundred times as large.
func magnified(values []float32) (all []float32) {
	for _, value := range values {
		all = append(all, 100*value)
	}
	return all
}

// TestDrawnSystems: each kind of model is tried on the systems that it was tried on before: random ones, those within and beyond
// the ranges of training data, and perturbed and moved ones.
func TestDrawnSystems(t *testing.T) {
	path := filepath.Join("testdata", "drawn.txt")
	var lines []string
	var sums, magnitudes []float64
	cases := graphs.Cases()
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		groups := Random(c, nil)
		samples := groups[0].Samples
		var every, large []system.Sample
		for _, group := range groups {
			every = append(every, group.Samples...)
		}
		for _, s := range every {
			s.Position, s.Velocity = magnified(s.Position), magnified(s.Velocity)
			large = append(large, s)
		}
		ranges := system.MeasureRanges(every, nil)
		all := slices.Concat(groups, OfTopology(c, samples[0], nil), Random(c, ranges), Random(c, system.MeasureRanges(large, nil)), Perturbed(c, ranges, Examples(c, system.Examples(samples), false), 3, rand.New(rand.NewPCG(5, 6))))
		for _, motion := range motionsOf(groups[0], rand.New(rand.NewPCG(1, 2))) {
			all = append(all, Group{Name: motion.Name, Samples: []system.Sample{motion.Sample(samples[0])}})
		}
		for _, region := range []Region{Inside, Edges, Beyond} {
			inside, err := InRanges(c, ranges, region, 2, rand.New(rand.NewPCG(3, 4)))
			require.NoError(t, err, name)
			all = append(all, inside...)
		}
		text, sum, magnitude := describedGroups(all)
		lines = append(lines, fmt.Sprintf("%s: %s %.9g", name, digests.Of([]byte(text), 12), sum))
		sums, magnitudes = append(sums, sum), append(magnitudes, magnitude)
	}
	if *update {
		digests.Renew(t, path, lines)
	}
	known := digests.Read(t, path)
	require.Len(t, known, len(lines))
	for i, line := range lines {
		space := strings.LastIndexByte(known[i], ' ')
		sum, err := strconv.ParseFloat(known[i][space+1:], 64)
		require.NoError(t, err)
		require.Equal(t, known[i][:space], line[:strings.LastIndexByte(line, ' ')], "go test ./predict/verify -run Drawn -update renews %s", path)
		require.InDelta(t, sum, sums[i], 1e-6*magnitudes[i], "%s: go test ./predict/verify -run Drawn -update renews %s", line, path)
	}
}
