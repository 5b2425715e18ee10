package recordings

import "gmnc/system"

// Given holds the values of a field: the same for all recordings, or one set for each recording
// or for each of all frames.
type Given struct {
	*system.Field
	Values []float32
	Per    Extent
	// Infinite is 1 for each mass that was infinite. It is nil if none was.
	Infinite []float32
}

// Extent says for what a set of values stands.
type Extent uint8

const (
	OfAll Extent = iota
	OfRecording
	OfFrame
)

// In returns the values in a recording, at the index of a frame among all frames.
func (v Given) In(g *Group, recording, frame int) []float32 {
	index, parts := 0, 1
	switch v.Per {
	case OfRecording:
		index, parts = recording, g.Recordings()
	case OfFrame:
		index, parts = frame, g.Frames()
	}
	size := len(v.Values) / parts
	return v.Values[index*size : (index+1)*size : (index+1)*size]
}
