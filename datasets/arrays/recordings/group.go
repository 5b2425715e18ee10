// Package recordings holds the recordings of a file, one after the other, with the fields that
// are given for each.
package recordings

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/system"
)

// Group holds the recordings of a split, or of a file without splits, one after the other.
type Group struct {
	Split                 string
	Starts                []int // the first frame of each recording, and the end of the last
	Shape                 []int // shape of the positions
	Positions, Velocities []float64
	Given                 []Given
	Samples               []system.Sample
	From, First           []int  // the recording of each sample, and its frame at which the sample begins
	Jump                  string // text of where frames break off or repeat, or "" if they do not
	Breaks                []int  // the frames from which positions jump to the next, in order
}

// Recordings returns the number of recordings, and Frames the number of all their frames.
func (g *Group) Recordings() int { return len(g.Starts) - 1 }
func (g *Group) Frames() int     { return g.Starts[len(g.Starts)-1] }

// Equal returns the number of frames of every recording, or 0 if the recordings differ.
func (g *Group) Equal() int {
	first := g.Starts[1]
	for i, start := range g.Starts {
		if start != i*first {
			return 0
		}
	}
	return first
}

// Shortest returns the number of frames of the shortest recording.
func (g *Group) Shortest() int {
	least := math.MaxInt
	for i := range g.Recordings() {
		least = min(least, g.Starts[i+1]-g.Starts[i])
	}
	return least
}

// Stretches returns the first frames of the stretches of a recording without breaks, and the
// end of the last.
func (g *Group) Stretches(recording int) []int {
	first, end := g.Starts[recording], g.Starts[recording+1]
	starts := []int{first}
	for _, frame := range g.Breaks {
		if frame >= first && frame < end-1 {
			starts = append(starts, frame+1)
		}
	}
	return append(starts, end)
}

// Break adds frames from which positions do not lead to the next.
func (g *Group) Break(frames ...int) {
	g.Breaks = append(g.Breaks, frames...)
	slices.Sort(g.Breaks)
	g.Breaks = slices.Compact(g.Breaks)
}

// Gaps returns the number of breaks, where frames that break one after the other count once.
func (g *Group) Gaps() (count int) {
	for i, frame := range g.Breaks {
		if i == 0 || frame > g.Breaks[i-1]+1 {
			count++
		}
	}
	return count
}

// nearlyWhole is the least length of the longest stretch of a recording with breaks, relative to the
// shortest recording without, for which pieces become as short as this stretch.
const nearlyWhole = 0.9

// Unbroken returns the number of frames of the shortest recording without breaks, or of the shortest
// stretch that is nearly as long, such as a recording that breaks at its first frame. If all recordings
// have breaks, it returns that of the longest stretch.
func (g *Group) Unbroken() int {
	least, longest := math.MaxInt, make([]int, g.Recordings())
	for r := range longest {
		starts := g.Stretches(r)
		for k, first := range starts[:len(starts)-1] {
			longest[r] = max(longest[r], starts[k+1]-first)
		}
		if len(starts) == 2 {
			least = min(least, longest[r])
		}
	}
	if least == math.MaxInt {
		return slices.Max(longest)
	}
	for _, frames := range longest {
		if float64(frames) >= nearlyWhole*float64(least) {
			least = min(least, frames)
		}
	}
	return least
}

// Because returns what to add to an error that a break of the recordings may be the cause of, or "" if
// there is none.
func (g *Group) Because() string {
	if g.Jump == "" {
		return ""
	}
	return " (" + g.Jump + ")"
}

// Key returns the key of an array of the group.
func (g *Group) Key(name string) string { return keys.Of(g.Split, name) }

// Where returns a text of the recording, and of the frame in it, that a frame among all frames
// is.
func (g *Group) Where(frame int) string {
	recording := 0
	for g.Starts[recording+1] <= frame {
		recording++
	}
	return fmt.Sprintf("recording %d, frame %d", recording, frame-g.Starts[recording])
}

// Field returns the values that a group has of a field, or nil if it has none.
func (g *Group) Field(f *system.Field) *Given {
	if i := slices.IndexFunc(g.Given, func(v Given) bool { return v.Field == f }); i >= 0 {
		return &g.Given[i]
	}
	return nil
}

// Cells returns the three vectors of the periodic cells of a group, or nil if it has none.
func (g *Group) Cells() (vectors []Given) {
	for _, v := range g.Given {
		if slices.Contains([]*system.Field{system.CellA, system.CellB, system.CellC}, v.Field) {
			vectors = append(vectors, v)
		}
	}
	if len(vectors) != 3 {
		return nil
	}
	return vectors
}
