package system

// batched reports whether batches have the field with rows of particles.
func (f *Field) batched() bool { return f.IsGiven() && f.Rows != OfEdge }

// Field are the values of a field, with rows of particles; nil if a sample is not
// given it.
func (b *Batch) Field(f *Field) []float32 { return b.Given[f.number()] }

// resizeGiven gives the fields that all samples have their lengths.
func (b *Batch) resizeGiven(samples []Sample) {
	b.Given = resized(b.Given, len(table))
	for number, f := range table {
		if f.batched() {
			columns, given := f.common(samples)
			b.Given[number] = resizedIf(given, b.Given[number], columns*b.Particles)
		}
	}
}

// common is how many columns the field has in the samples, and whether all are given
// it.
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

// putGiven writes the fields of a sample whose particles begin at a row.
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
