package pictures

import (
	"gmnc/plot"
	"gmnc/run"
)

// constants draws the constants that a run learns over its epochs, with a panel for each kind.
// It returns nil if the run learns none.
func (s *Subject) constants() *plot.Drawing {
	kinds, courses := coursesOf(s.Epochs)
	if len(kinds) == 0 {
		return nil
	}
	var panels []*plot.Drawing
	for i, kind := range kinds {
		panels = append(panels, plot.Curves(plot.Axes{Title: kind, X: "epoch", Y: kind, WholeX: true}, courses[i]).Sized(panelWidth, 7))
	}
	return plot.Grid(plot.Title("Constants", s.Title, ""), 1, panels...)
}

// coursesOf returns the kinds of constants in the epochs of a run, and their values over epochs
// as lines. Fixed values do not change.
func coursesOf(rows []run.Epoch) (kinds []string, courses [][]plot.Series) {
	number := map[string]int{}
	for _, row := range rows {
		at := map[string]int{}
		for _, c := range row.Constants {
			kind, known := number[c.Name]
			if !known {
				kind, kinds, courses = len(kinds), append(kinds, c.Name), append(courses, nil)
				number[c.Name] = kind
			}
			line := at[c.Name]
			if at[c.Name]++; line == len(courses[kind]) {
				courses[kind] = append(courses[kind], plot.Series{Name: c.Title()})
			}
			series := &courses[kind][line]
			series.X, series.Y = append(series.X, float64(row.Epoch)), append(series.Y, c.Value)
		}
	}
	return kinds, courses
}
