package kernels

// Clear leaves nothing to fetch.
func (a *Ahead) Clear() { a.memory, a.at, a.end = a.memory[:0], 0, 0 }

// Add appends memory of a call; it is fetched after what was added before.
func (a *Ahead) Add(x []float32) { a.memory = append(a.memory, x) }

// Next goes on to the next call, whose products fetch count of what was added.
func (a *Ahead) Next(count int) { a.at, a.end = a.end, a.end+count }

// CacheLine is how many floats a line of the cache holds: 64 bytes, fetched at once.
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
