package plot

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg/draw"
)

// linear is a color's red, green and blue as light, of sRGB.
func linear(c color.Color) (light [3]float64) {
	r, g, b, _ := c.RGBA()
	for i, value := range []uint32{r, g, b} {
		v := float64(value) / 0xffff
		if light[i] = v / 12.92; v > 0.04045 {
			light[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}

// contrast returns the contrast with white by WCAG 2.
func contrast(c color.Color) float64 {
	light := linear(c)
	return 1.05 / (0.2126*light[0] + 0.7152*light[1] + 0.0722*light[2] + 0.05)
}

// TestColorsStandOut from white by 3 to 1.
func TestColorsStandOut(t *testing.T) {
	require.InDelta(t, 21, contrast(color.Black), 1e-9)
	require.InDelta(t, 1, contrast(color.White), 1e-9)
	for role, c := range roleColors {
		require.GreaterOrEqual(t, contrast(c), 3.0, "role %d", role)
	}
	for i, style := range seriesStyles {
		require.GreaterOrEqual(t, contrast(style.line.Color), 3.0, "series %d", i)
	}
	for name, style := range modelStyles {
		require.GreaterOrEqual(t, contrast(style.line.Color), 3.0, name)
	}
	for i, fill := range fills {
		require.GreaterOrEqual(t, contrast(fill.Color), 3.0, "bars %d", i)
	}
}

// sights are how light is seen without one kind of cones (Machado, Oliveira and
// Fernandes, 2009), and with all.
var sights = map[string][3][3]float64{
	"all":          {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab is a color as it is seen, in CIE L*a*b*.
func lab(c color.Color, sight [3][3]float64) (seen [3]float64) {
	light := linear(c)
	var rgb [3]float64
	for i, row := range sight {
		for k, share := range row {
			rgb[i] += share * light[k]
		}
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*rgb[0] + 0.3575761*rgb[1] + 0.1804375*rgb[2]) / 0.95047)
	y := f(0.2126729*rgb[0] + 0.7151522*rgb[1] + 0.0721750*rgb[2])
	z := f((0.0193339*rgb[0] + 0.1191920*rgb[1] + 0.9503041*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestRolesAreToldApart by everyone by color, and in print by shape.
func TestRolesAreToldApart(t *testing.T) {
	const plain = 20 // a difference in CIE 1976 that nobody overlooks
	for a, first := range roleStyles {
		for b, second := range roleStyles {
			if a >= b {
				continue
			}
			require.NotEqual(t, first.marker.Shape, second.marker.Shape, "%d and %d", a, b)
			for name, sight := range sights {
				one, other := lab(a.Color(), sight), lab(b.Color(), sight)
				require.Greater(t, math.Hypot(math.Hypot(one[0]-other[0], one[1]-other[1]), one[2]-other[2]), float64(plain), "%d and %d, %s", a, b, name)
			}
		}
	}
}

// TestModelsHaveAStyleEach, and the straight line the color of its role.
func TestModelsHaveAStyleEach(t *testing.T) {
	type mark struct {
		color color.Color
		shape draw.GlyphDrawer
	}
	seen := map[mark]string{}
	for name, style := range modelStyles {
		m := mark{style.line.Color, style.marker.Shape}
		require.Empty(t, seen[m], name)
		seen[m] = name
		require.Equal(t, style, styleOf(NoRole, name, 3))
	}
	require.Equal(t, color.Color(Straight.Color()), modelStyles["Linear"].line.Color)
	require.Equal(t, "#d55e00", fmt.Sprintf("#%02x%02x%02x", Prediction.Color().R, Prediction.Color().G, Prediction.Color().B))
}
