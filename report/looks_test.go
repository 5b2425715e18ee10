package report

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/plot"
)

// TestColorsOfThePage: the page has the colors of the pictures.
func TestColorsOfThePage(t *testing.T) {
	for name, role := range map[string]plot.Role{"input": plot.Input, "truth": plot.Truth, "prediction": plot.Prediction, "straight": plot.Straight} {
		c := role.Color()
		hex := fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
		require.Contains(t, read("looks.js"), name+": { color: 0x"+hex)
		require.Regexp(t, `data-moment="`+name+`".*#`+hex, read("space.html"))
	}
}

// TestColorsOfErrors: on the page each stands out from white by 3 to 1, darker the larger.
func TestColorsOfErrors(t *testing.T) {
	stops := regexp.MustCompile(`errorStops = \[0x(\w+), 0x(\w+), 0x(\w+)\]`).FindStringSubmatch(read("looks.js"))
	require.Len(t, stops, 4)
	least := 3.0
	for _, stop := range stops[1:] {
		hex, err := strconv.ParseUint(stop, 16, 32)
		require.NoError(t, err)
		luminance := 0.0 // of WCAG 2; no channel is in its linear part but 0
		for shift, weight := range map[int]float64{16: 0.2126, 8: 0.7152, 0: 0.0722} {
			if channel := float64(hex>>shift&255) / 255; channel > 0 {
				luminance += weight * math.Pow((channel+0.055)/1.055, 2.4)
			}
		}
		contrast := 1.05 / (luminance + 0.05)
		require.Greater(t, contrast, least)
		least = contrast
	}
}
