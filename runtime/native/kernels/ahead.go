package kernels

// Ahead is memory that the calls to come will read or write. Its products fetch
// that memory into the second cache meanwhile: their multiply-adds leave the
// processor's load units half idle. Nil is none.
type Ahead struct {
	memory [][]float32
	at     int // what is next of it
}

// Clear leaves nothing to fetch.
func (a *Ahead) Clear() { a.memory, a.at = a.memory[:0], 0 }

// Add appends memory, which is fetched after what was added before.
func (a *Ahead) Add(x []float32) {
	if len(x) > 0 {
		a.memory = append(a.memory, x)
	}
}

// CacheLine is how many floats a line of the cache holds, 64 bytes: so many are
// fetched at once.
const CacheLine = 16

// take is where the next lines to fetch begin, and how many bytes they lie
// apart. If there are none, it is the place of any value, again and again.
func (a *Ahead) take(lines int, otherwise *float32) (from *float32, step int) {
	if a == nil || a.at == len(a.memory) {
		return otherwise, 0
	}
	x := a.memory[a.at]
	if taken := lines * CacheLine; taken < len(x) {
		a.memory[a.at] = x[taken:]
	} else {
		a.at++
	}
	return &x[0], CacheLine * size
}
