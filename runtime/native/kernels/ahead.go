package kernels

// Clear removes all memory.
func (a *Ahead) Clear() { a.memory, a.at, a.end = a.memory[:0], 0, 0 }

// Add appends memory of a call. It is fetched after the memory that was added before.
func (a *Ahead) Add(x []float32) { a.memory = append(a.memory, x) }

// Next goes on to the next call, whose products fetch the next count slices that were added.
func (a *Ahead) Next(count int) { a.at, a.end = a.end, a.end+count }

// CacheLine is the number of floats in a line of the cache: 64 bytes, which are fetched at
// once.
const CacheLine = 16

// take returns where the next lines to fetch begin, and their distance in bytes. If there are
// none, it returns the address of otherwise and the distance 0.
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
