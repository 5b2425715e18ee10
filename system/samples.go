package system

// sampleError is what is wrong with the samples first to last of those that were
// given.
type sampleError struct {
	first, last int
	say         func(first, last int) error
}

// SampleError is an error that names the sample of a number, which Renumber
// changes.
func SampleError(number int, say func(number int) error) error {
	return SamplesError(number, number, func(number, _ int) error { return say(number) })
}

// SamplesError is SampleError of the samples from one to another.
func SamplesError(first, last int, say func(first, last int) error) error {
	return &sampleError{first, last, say}
}

func (e *sampleError) Error() string { return e.Unwrap().Error() }

func (e *sampleError) Unwrap() error { return e.say(e.first, e.last) }

// Renumber makes an error about some samples one about all of which they were
// taken: number is what a sample is called there. Other errors stay as they are.
func Renumber(err error, number func(i int) int) error {
	if e, ok := err.(*sampleError); ok {
		return &sampleError{number(e.first), number(e.last), e.say}
	}
	return err
}
