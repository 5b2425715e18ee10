// Package looks is the table of looks at recordings: what is measured of the frames that a
// reader has read, from when on it is told, in which words, and what to do about it.
package looks

// Recording is what looks are at: the numbers of a file frame after frame, of one recording
// or of several, one after the other. Places are coordinates of particles, or the places of
// joints [rad or m], where a turn goes on beyond pi and does not begin again at -pi.
type Recording struct {
	Things int   // particles, or joints
	Each   int   // numbers of each thing: 3 of particles, 1 of joints
	Starts []int // the first frame of each recording, and the end of the last

	Places []float64 // [frames, things, each]
	Rates  []float64 // as places, in lengths by units of Time; nil where the file has none
	Loads  []float64 // as places: forces or torques; nil where the file has none
	Time   float64   // from frame to frame; 0 where it is not known
	// States are numbers of each frame [frames, any] that work changes, each times a factor that
	// looks find, of which energies are sums; Energies are those of parts of a system [frames,
	// parts] as far as they are known. Both are nil where no load is looked at.
	States, Energies []float64
}

// size is how many numbers a frame has.
func (r *Recording) size() int   { return r.Things * r.Each }
func (r *Recording) frames() int { return r.Starts[len(r.Starts)-1] }

// Differences are central differences of places over the frames beside each, of second order
// at the ends of recordings, too.
func (r *Recording) Differences() []float64 {
	size, x := r.size(), r.Places
	rates := make([]float64, len(x))
	for k, start := range r.Starts[:len(r.Starts)-1] {
		first, last := start*size, (r.Starts[k+1]-1)*size
		for i := first; i < last+size; i++ {
			column := (i - first) % size
			switch {
			case first == last:
			case last == first+size:
				rates[i] = (x[last+column] - x[first+column]) / r.Time
			case i < first+size:
				rates[i] = (float64(4*x[i+size]) - float64(3*x[i]) - x[i+2*size]) / (2 * r.Time)
			case i >= last:
				rates[i] = (float64(3*x[i]) - float64(4*x[i-size]) + x[i-2*size]) / (2 * r.Time)
			default:
				rates[i] = (x[i+size] - x[i-size]) / (2 * r.Time)
			}
		}
	}
	return rates
}
