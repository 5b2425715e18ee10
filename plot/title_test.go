package plot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTitles(t *testing.T) {
	require.Equal(t, "Errors\ngmn, data.npz", Title("Errors", "gmn", "", "data.npz"))
	require.Equal(t, "Errors", Title("Errors"))
	for unit, square := range map[string]string{"": "", "angstrom": "angstrom²", "m/s": "(m/s)²", "ASF unit": "(ASF unit)²", "m^2": "(m^2)²"} {
		require.Equal(t, square, Square(unit))
	}
	long := strings.Repeat("a long name ", 30)
	drawn := string(written(t, "t.svg", Curves(Axes{Title: Title("Errors", long), X: "x", Y: "y"}, losses).Save))
	require.Contains(t, drawn, ">Errors<")
	require.NotContains(t, drawn, long, "it goes on in the next lines")
	require.Equal(t, 60, strings.Count(drawn, "long")+strings.Count(drawn, "name"))
}

// TestHeightOfTitles: no title takes no height, and each line that is there or is wrapped takes its own.
func TestHeightOfTitles(t *testing.T) {
	one := titleHeight("One", pictureWidth, false)
	require.Zero(t, titleHeight("", pictureWidth, false))
	require.Positive(t, one)
	require.Greater(t, titleHeight("One\nTwo", pictureWidth, false), one)
	require.Less(t, titleHeight("One\nTwo", pictureWidth, false), 2*one)
	require.Less(t, titleHeight("One", pictureWidth, true), one, "of a part of a grid")
	require.Greater(t, titleHeight(strings.Repeat("a long name ", 30), pictureWidth, false), 2*one)
}

// TestADrawingIsDrawnTwice the same.
func TestADrawingIsDrawnTwice(t *testing.T) {
	for _, drawing := range []*Drawing{learning(losses...), Trajectory(onePicture())} {
		first, err := drawing.SVG()
		require.NoError(t, err)
		second, err := drawing.SVG()
		require.NoError(t, err)
		require.Equal(t, string(first), string(second))
	}
	_, err := learning().SVG()
	require.ErrorContains(t, err, "no series has a finite loss")
}
