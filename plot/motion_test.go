package plot

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	text2d "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

func TestMotion(t *testing.T) {
	truth, stretched := turning(5), turning(5)
	truth.Title, stretched.Title = "truth", "<model>"
	for k := range stretched.Prediction {
		stretched.Prediction[k][1][2] += 0.2 * float32(k)
	}
	stretched.Prediction[4][0][0] = float32(math.NaN())
	films := []Moving{{Film: truth, Role: Truth, Caption: "a"}, {Film: stretched, Role: Prediction, Caption: "b"}}
	animation, err := Motion("what it is", films)
	require.NoError(t, err)
	again, err := Motion("what it is", films)
	require.NoError(t, err)
	require.Equal(t, string(animation), string(again))
	decoder := xml.NewDecoder(strings.NewReader(string(animation)))
	for err = nil; err == nil; {
		_, err = decoder.Token()
	}
	require.Equal(t, io.EOF, err)
	text := string(animation)
	require.NotContains(t, text, "NaN")
	require.Contains(t, text, "&lt;model&gt;")
	require.Equal(t, 4, strings.Count(text, "<circle"))
	require.Contains(t, text, `<set attributeName="stroke" to="#5a626e"/>`, "a bar that keeps its length is gray")
	require.Regexp(t, `attributeName="stroke" [^>]* values="#5a626e;[^"]*#d70014"`, text, "one that stretches turns red")

	// Lengths of 1 that are now 1, 1.1, 0.5 and unknown.
	first := [][3]float32{{0, 0, 0}, {1, 0, 0}}
	for x, red := range map[float32]float64{1: 0, 1.1: 0.4, 0.5: 1, float32(math.NaN()): 1} {
		require.InDelta(t, red, redness(first, [][3]float32{{0, 0, 0}, {x, 0, 0}}, 0, 1), 1e-6)
	}
	films[1].Title, films[1].Caption = strings.Repeat("a long name ", 20), strings.Repeat("unbroken", 20)
	long, err := Motion(films[1].Title+films[1].Title, films)
	require.NoError(t, err)
	for _, found := range regexp.MustCompile(`<text [^>]*font-size="(\d+)"[^>]*>([^<]*)<`).FindAllStringSubmatch(string(long), -1) {
		size, err := strconv.ParseFloat(found[1], 64)
		require.NoError(t, err)
		style := text2d.Style{Font: sans(vg.Points(size)), Handler: plot.DefaultTextHandler}
		require.LessOrEqual(t, style.Width(found[2]), vg.Length(2*motionPanel-24), found[2])
	}
	other := turning(5)
	other.Prediction = [][][3]float32{other.Prediction[0][:1]}
	other.Objects, other.Truth = nil, nil
	_, err = Motion("", []Moving{films[0], {Film: other}})
	require.ErrorContains(t, err, "expected one system")
	_, err = Motion("", nil)
	require.ErrorContains(t, err, "there are no films")
}
