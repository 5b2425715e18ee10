package kernels

// Ahead is memory that the calls to come will read or write. Its products fetch
// that memory into the second cache meanwhile: their multiply-adds leave the
// processor's load units half idle. Nil is none.
//
// What all calls of a run fetch is added before the first of them: between two calls
// each slice that is looked up would wait for the memory that it lies in.
type Ahead struct {
	memory  [][]float32
	at, end int // the part of it that the present call has yet to fetch
}

// Clear leaves nothing to fetch.
func (a *Ahead) Clear() { a.memory, a.at, a.end = a.memory[:0], 0, 0 }

// Add appends memory of a call; it is fetched after what was added before.
func (a *Ahead) Add(x []float32) { a.memory = append(a.memory, x) }

// Next goes on to the next call, whose products fetch count of what was added.
func (a *Ahead) Next(count int) { a.at, a.end = a.end, a.end+count }

// CacheLine is how many floats a line of the cache holds, 64 bytes: so many are
// fetched at once.
const CacheLine = 16

// take is where the next lines to fetch begin, and how many bytes they lie
// apart. If there are none, it is the place of any value, again and again.
func (a *Ahead) take(lines int, otherwise *float32) (from *float32, step int) {
	if a == nil {
		return otherwise, 0
	}
	for a.at < a.end && len(a.memory[a.at]) == 0 {
		a.at++
	}
	if a.at == a.end {
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
