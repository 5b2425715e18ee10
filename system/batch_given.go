package system

// batched reports whether a batch holds the field, with a row for each particle.
func (f *Field) batched() bool { return f.IsGiven() && f.Rows != OfEdge }

// Field returns the values of a field, with a row for each particle, or nil if some sample
// lacks it.
func (b *Batch) Field(f *Field) []float32 { return b.Given[f.number()] }

// resizeGiven sets the lengths of the fields that all samples have.
func (b *Batch) resizeGiven(samples []Sample) {
	b.Given = resized(b.Given, len(table))
	for number, f := range table {
		if f.batched() {
			columns, given := f.common(samples)
			b.Given[number] = resizedIf(given, b.Given[number], columns*b.Particles)
		}
	}
}

// common returns the number of columns of the field in the samples, and whether all samples
// have the field.
func (f *Field) common(samples []Sample) (columns int, given bool) {
	if len(samples) == 0 {
		return f.Columns, f.Required && !f.Named() // an empty batch has what systems must have
	}
	columns = f.Columns
	for i := range samples {
		values := f.Of(&samples[i])
		if values == nil {
			return 0, false
		}
		if f.Named() {
			columns = max(columns, width(values, f.Count(&samples[i])))
		}
	}
	return columns, columns > 0
}

// putGiven writes the fields of a sample, whose first particle is in row start.
func (b *Batch) putGiven(sample *Sample, start int) {
	for number, f := range table {
		to := b.Given[number]
		if to == nil {
			continue
		}
		columns, values := len(to)/b.Particles, f.Of(sample)
		to = to[columns*start:]
		if f.Rows == OfParticle {
			copy(to, values)
			continue
		}
		for particle := range sample.Particles() {
			copy(to[columns*particle:], values)
		}
	}
}
