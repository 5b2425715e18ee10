package system

// sampleError is an error about the samples first to last.
type sampleError struct {
	first, last int
	say         func(first, last int) error
}

// SampleError returns an error about the sample with a number. Renumber can change the number.
func SampleError(number int, say func(number int) error) error {
	return SamplesError(number, number, func(number, _ int) error { return say(number) })
}

// SamplesError returns an error about the samples first to last. Renumber can change both
// numbers.
func SamplesError(first, last int, say func(first, last int) error) error {
	return &sampleError{first, last, say}
}

func (e *sampleError) Error() string { return e.Unwrap().Error() }

func (e *sampleError) Unwrap() error { return e.say(e.first, e.last) }

// Renumber changes the number in an error about a sample. Use it if the samples were taken from
// a larger set, in which sample i has the number that the function returns. Other errors stay
// as they are.
func Renumber(err error, number func(i int) int) error {
	if e, ok := err.(*sampleError); ok {
		return &sampleError{number(e.first), number(e.last), e.say}
	}
	return err
}
