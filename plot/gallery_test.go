package plot

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/digests"
	"gmnc/system"
)

var update = flag.Bool("update", false, "renew testdata/gallery.txt")

// gallery draws each kind of picture with all that it may have.
func gallery(t *testing.T) (names []string, texts map[string][]byte) {
	t.Helper()
	nan := math.NaN()
	texts = map[string][]byte{}
	add := func(name string, d *Drawing) {
		svg, err := d.SVG()
		require.NoError(t, err, name)
		names, texts[name] = append(names, name), svg
	}
	three := []float64{1, 2, 3}
	banded := Series{Name: "band", X: three, Y: []float64{0.2, 0.3, 0.2}, Low: []float64{0.1, 0.2, 0.1}, High: []float64{0.4, 0.6, 0.5}, Role: Prediction}
	add("curves", learning(append(losses, banded, Series{Name: "never", X: three, Y: []float64{nan, nan, nan}})...))
	add("marks", Curves(Axes{Title: "Errors\nof a run", X: "step", Y: "RMSE, m", WholeX: true, Marks: []Mark{{X: 2, Name: "the truth ends"}}}, []Series{
		{Name: "gap", X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 2, nan, -1, 0}},
		{Name: "points", X: three, Y: three, Points: true, Role: Prediction}, {Name: "truth", X: []float64{1, 3}, Y: []float64{1, 3}, Role: Truth},
		{Name: "2 runs", X: three, Y: []float64{2, 1, 2}, Thin: true}, {Name: "2 runs", X: three, Y: []float64{3, 1, 2}, Thin: true},
	}))
	var many []Series
	for k := range 9 {
		s := Series{Name: fmt.Sprint("line ", k)}
		for x := range 40 {
			s.X, s.Y = append(s.X, float64(x+1)), append(s.Y, float64(k+1)*math.Exp(-float64(x)/8))
		}
		many = append(many, s)
	}
	add("many", Curves(Axes{Title: strings.Repeat("a long title ", 20), X: "x", Y: "y", LogX: true, LogY: true}, many))
	add("straight", Curves(Axes{X: "epoch", Y: "RMSE", LogY: true}, WithStraight(losses, 0.2)))
	add("time", TimePerEdge("time", edgeTimes))
	add("memory", MemoryPerEdge("memory", edgeTimes))
	add("percent", Curves(Axes{X: "x", Y: "share, %"}, []Series{{Name: "a", X: three, Y: []float64{5, 20, 40}}}).ZeroToHundred())
	kinds := []string{"isolated", "stick", "hinge", "tree", "body", "bond"}
	var few, all []Bar
	for i := range 80 {
		bar := Bar{Name: fmt.Sprint("particle ", i), Kind: kinds[i%len(kinds)], Value: float64(i%7) + 0.5, Straight: float64(i % 5)}
		if all = append(all, bar); i < 6 {
			few = append(few, bar)
		}
	}
	few[2].Value, few[3].Straight = nan, nan
	add("few bars", Bars(Axes{Title: "Errors of particles", X: "particle", Y: "RMSE, m"}, kinds, few))
	add("many bars", Bars(Axes{Title: "Errors of particles", X: "particle", Y: "RMSE, m"}, kinds, all))
	heat := Heat{Rows: []string{"hip", "knee"}, X: []float64{0, 50, 100}, Values: [][]float64{{1, 2}, {nan, 8}}, Unit: "m"}
	add("heat", HeatMap(Axes{Title: "Where errors are", X: "samples, %", Y: "particle"}, heat))
	heat = Heat{X: []float64{0, 1, 3}}
	for i := range 50 {
		heat.Rows, heat.Values = append(heat.Rows, fmt.Sprint("row ", i)), append(heat.Values, []float64{float64(i), 0})
	}
	add("rows of heat", HeatMap(Axes{X: "frame", Y: "particle"}, heat))
	dots := []Measurements{
		{Name: "gmn", Measured: [][]float64{{1, 2, 4}, {3}, {nan, 5}}, Expected: []Estimate{{2, 0.5}, {nan, nan}, {4, nan}}},
		{Name: "egnn", Measured: [][]float64{{2, 3}, nil, {6, 7}}, Expected: []Estimate{{3, 1}, {2, 1}, {nan, nan}}},
	}
	places := []string{"1 stick", "2 sticks, 1 hinge", "3 hinges"}
	add("dots", DotPlot(Axes{Title: "Errors", X: "system", Y: "MSE, %", LogY: true}, places, "the paper", dots))
	add("facets", Facets(Axes{Title: "Errors", X: "system", Y: "MSE, %", LogY: true}, places, "the paper", dots))
	names13, measured := measuredAt(13)
	add("lying dots", DotPlot(Axes{Title: "Errors", X: "molecule", Y: "MSE"}, names13, "the paper", measured))

	plain, full := onePicture(), onePicture()
	full.Up, full.Unit, full.Bonds = ZAxis, "m", [][2]int{{0, 4}}
	full.Pivots, full.Planes = [][3]float32{{0, 0, 1}}, []Plane{{Normal: ZAxis, Offset: -0.2}, {Normal: Axis{1, 0, 0}, Offset: -0.5}}
	full.Loads = []Load{
		{Kind: "gravity", Along: [3]float32{0, 0, -9.81}}, {Kind: "force", At: &full.Input[0], Along: [3]float32{0, 4, 0}},
		{Kind: "force", At: &full.Input[2], Along: [3]float32{1, 0, 0}}, {Kind: "torque", At: &full.Input[1], Along: [3]float32{0, 0, 2}},
	}
	lost := onePicture()
	lost.Prediction[1], lost.Prediction[4] = [3]float32{float32(nan), 0, 0}, [3]float32{90, 0, 0}
	bodies := onePicture()
	bodies.Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1}), system.Body.Of(2, 3, 4)}
	for name, picture := range map[string]*Picture{"sample": &plain, "sample with all": &full, "lost sample": &lost, "bodies": &bodies} {
		svg, err := Trajectory(*picture).SVG()
		require.NoError(t, err)
		texts[name] = svg
	}
	names = append(names, "sample", "sample with all", "lost sample", "bodies")
	full.Title = "one\nerror 3"
	add("side by side", SideBySide("sample 1", []Picture{full, full}))

	flat, line, crowd := onePicture(), onePicture(), onePicture()
	for i := range flat.Input {
		for _, points := range [][][3]float32{flat.Input, flat.Prediction, flat.Truth} {
			points[i][2] = 0
		}
		for _, points := range [][][3]float32{line.Input, line.Prediction, line.Truth} {
			points[i] = [3]float32{points[i][0], 2 * points[i][0], 0}
		}
	}
	for i := range 60 {
		if n := len(crowd.Input); n == 15 || n == 16 {
			add(fmt.Sprint(n, " particles"), Trajectory(crowd))
		}
		at := [3]float32{float32(i % 7), float32(i % 5), float32(i % 11)}
		crowd.Input, crowd.Truth, crowd.Prediction = append(crowd.Input, at), append(crowd.Truth, at), append(crowd.Prediction, [3]float32{at[0], at[1] + 0.5, at[2]})
	}
	add("flat sample", Trajectory(flat))
	add("line", Trajectory(line))
	add("crowd", Trajectory(crowd))
	thirteen := Measurements{Name: "seeds"}
	for k := range 13 {
		thirteen.Measured, thirteen.Expected = append(thirteen.Measured, []float64{float64(k), 2, 3}), append(thirteen.Expected, Estimate{float64(k), 1})
	}
	add("lying seeds", DotPlot(Axes{X: "a place", Y: "MSE"}, names13, "the paper", []Measurements{thirteen, measured[0]}))
	long := slices.Clone(few)
	long[0].Name, long[1].Name = "a name of twenty and more letters", "a shorter name"
	add("long names", Bars(Axes{X: "bar", Y: "change, %"}, kinds, long))
	for _, frames := range []int{1, 2, 3, 7} {
		film := turning(frames)
		film.Truth = film.Truth[:1]
		film.Prediction[frames-1][1] = [3]float32{3, 3, 3}
		add(fmt.Sprint("paths of ", frames, " frames"), Paths(film))
	}

	film := turning(12)
	film.Title, film.Up, film.Bonds = "a rollout", ZAxis, nil
	film.Truth = film.Truth[:8]
	film.Pivots, film.Planes = [][3]float32{{0, 0, 0.25}}, []Plane{{Normal: ZAxis, Offset: -0.1}}
	film.Prediction[9][1], film.Prediction[10][0] = [3]float32{float32(nan), 0, 0}, [3]float32{40, 0, 0}
	add("paths", Paths(film))
	unknown := turning(6)
	unknown.Truth = nil
	add("paths without truth", Paths(unknown))
	f, err := newProjection(film)
	require.NoError(t, err)
	for _, k := range []int{0, 5, 11} {
		add(fmt.Sprint("frame ", k), f.picture(film, &still{f, k}))
	}
	motion, err := Motion("a rollout of two models.\nSample 0.", []Moving{{Film: film, Role: Prediction, Caption: "bars"}, {Film: turning(12), Role: Truth}})
	require.NoError(t, err)
	names, texts["motion"] = append(names, "motion"), motion
	for _, panels := range []int{2, 7} {
		var titles []string
		var series [][]Series
		for k := range panels {
			titles, series = append(titles, fmt.Sprint("recording ", k)), append(series, []Series{{Name: "model", X: three, Y: []float64{1, float64(k + 1), 2}, Role: Prediction}, losses[0]})
		}
		add(fmt.Sprint(panels, " multiples"), Multiples(Axes{Title: "Errors over time", X: "frame", Y: "RMSE", WholeX: true, LogY: true}, titles, series))
	}
	add("grid", Grid("Torques", 2, learning(losses...), learning(losses[1]).Sized(8, 4), learning(losses[0])))
	names, texts["scene"] = append(names, "scene"), sceneText(t, film)
	return names, texts
}

// sceneText is a scene in glTF as text, with the numbers of its accessors.
func sceneText(t *testing.T, film Film) []byte {
	t.Helper()
	file, err := GLB(film, []string{"hip"})
	require.NoError(t, err)
	doc := new(gltf.Document)
	require.NoError(t, gltf.NewDecoder(bytes.NewReader(file)).Decode(doc))
	var text bytes.Buffer
	for _, accessor := range doc.Accessors {
		values, err := modeler.ReadAccessor(doc, accessor, nil)
		require.NoError(t, err)
		fmt.Fprintf(&text, "%.3f %v %v\n", values, accessor.Min, accessor.Max)
	}
	for _, part := range []any{doc.Nodes, doc.Scenes, doc.Materials, doc.Meshes, doc.Animations} {
		encoded, err := json.Marshal(part)
		require.NoError(t, err)
		text.Write(encoded)
	}
	return text.Bytes()
}

// numeral matches numbers in a picture.
var numeral = regexp.MustCompile(`-?\d+(\.\d+)?`)

// sumOf adds up the numbers of a picture with weights from 1 to 7, since their order matters.
func sumOf(svg []byte) (sum float64) {
	for i, text := range numeral.FindAll(svg, -1) {
		value, _ := strconv.ParseFloat(string(text), 64)
		sum += float64(float64(1+i%7) * value)
	}
	return sum
}

// roundings covers the last digits of coordinates, in points, which other processors round otherwise.
const roundings = 0.05

// TestGallery: pictures are what they were, to the rounding of their coordinates.
func TestGallery(t *testing.T) {
	path := filepath.Join("testdata", "gallery.txt")
	names, texts := gallery(t)
	var lines []string
	for _, name := range names {
		lines = append(lines, fmt.Sprintf("%s: %s %.3f", name, digests.Of(numeral.ReplaceAll(texts[name], []byte("#")), 12), sumOf(texts[name])))
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
		require.Equal(t, known[i][:space], line[:strings.LastIndexByte(line, ' ')], "go test ./plot -run Gallery -update renews %s", path)
		require.InDelta(t, sum, sumOf(texts[names[i]]), roundings, "%s: go test ./plot -run Gallery -update renews %s", names[i], path)
	}
}
