package tensors_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
)

// TestWeights: how each kind of weight of a tensor network is drawn, how many there are, and
// the scale of a new SE(3)-Transformer's displacement.
func TestWeights(t *testing.T) {
	kaiming := func(in float64) float64 { return math.Sqrt(6 / in) }
	for _, c := range []struct {
		model  string
		hidden int // of three degrees
		own    int // maps of a layer's own features
		query  int // columns of queries
	}{
		{"tfn", 9, 2 + 3 + 1, 0}, {"se3-transformer", 6, 2 + 3 + 3 + 1, 1}, {"se3-transformer", 9, 2 + 3 + 3 + 1, 1}, {"se3-transformer", 24, 2 + 3 + 3 + 1, 2},
	} {
		m := moving.NewModel(t, config.Config{Model: c.model, Form: config.Published, Layers: 3, Hidden: c.hidden})
		own := 0
		for _, p := range m.Params {
			switch name := p.Name; {
			case strings.Contains(name, "/own/"), strings.Contains(name, "/found/"), strings.Contains(name, "/query/"):
				channels := p.Rows
				switch {
				case strings.Contains(name, "/own/") && c.model == "se3-transformer" && p.Columns > 1:
					channels += max(1, c.hidden/3/4) // it is mixed with what attention found
				case strings.Contains(name, "/found/"):
					degree := name[strings.Index(name, "/found/")+len("/found/"):]
					channels += rows(m, strings.Replace(name, "/found/"+degree, "/own/"+degree, 1))
				}
				if strings.Contains(name, "/own/") {
					own++
				}
				if strings.Contains(name, "/query/") {
					require.Equal(t, c.query, p.Columns, name)
				}
				require.InEpsilon(t, 1/math.Sqrt(float64(channels)), p.Deviation, 1e-12, name)
			case strings.HasSuffix(name, "layer3/scale"):
				require.Equal(t, 0.01, p.Mean, name)
			case strings.HasSuffix(name, "/scale"):
				require.Equal(t, 1., p.Mean, name)
			case strings.HasSuffix(name, "/shift"):
				require.Zero(t, p.Mean+p.Bound+p.Deviation, name)
			case strings.HasSuffix(name, "linear3/weight"):
				require.InEpsilon(t, kaiming(32), p.Bound, 1e-12, name)
			case strings.HasSuffix(name, "linear3/bias"), strings.HasSuffix(name, "linear2/bias"):
				require.InEpsilon(t, 1/math.Sqrt(32), p.Bound, 1e-12, name)
			case strings.HasSuffix(name, "/weight"):
				require.InEpsilon(t, kaiming(float64(p.Rows)), p.Bound, 1e-12, name)
			case strings.HasSuffix(name, "linear1/bias"):
				require.InEpsilon(t, 1/math.Sqrt(3), p.Bound, 1e-12, name) // the distance, charges and the type
			default:
				require.Fail(t, "a weight of no kind", name)
			}
		}
		require.Equal(t, c.own, own, c.model)
	}
}

// rows are the rows of a weight, 0 where a model has none of that name.
func rows(m moving.Model, name string) int {
	if weight, has := m.Weights[name]; has {
		return weight.Shape[0]
	}
	return 0
}
