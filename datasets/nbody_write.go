package datasets

import "fmt"

// Write writes a data set in the format that Read reads, as float32 and
// int64. Samples must be as Read demands them, and all of a split of one
// composition; if they are not, or the disk fails, the file that was there
// stays. The same data gives the same bytes.
func Write(path string, data *Data) error {
	if err := data.check(path); err != nil {
		return err
	}
	var arrays []namedArray
	for _, name := range splitNames {
		if samples := *data.split(name); len(samples) > 0 {
			arrays = append(arrays, splitArrays(name, samples)...)
		}
	}
	return writeArchive(path, arrays)
}

func splitArrays(split string, samples []Sample) []namedArray {
	first, count := samples[0], len(samples)
	arrays := []namedArray{
		floatArray(split+"_x0", samples, 3, func(s Sample) []float32 { return s.Position }),
		floatArray(split+"_v0", samples, 3, func(s Sample) []float32 { return s.Velocity }),
		floatArray(split+"_xT", samples, 3, func(s Sample) []float32 { return s.TargetPosition }),
	}
	if first.TargetVelocity != nil {
		arrays = append(arrays, floatArray(split+"_vT", samples, 3, func(s Sample) []float32 { return s.TargetVelocity }))
	}
	arrays = append(arrays, floatArray(split+"_charge", samples, 1, func(s Sample) []float32 { return s.Charge }))
	var sticks, hinges []int64
	for _, sample := range samples {
		for _, stick := range sample.Sticks {
			sticks = append(sticks, int64(stick[0]), int64(stick[1]))
		}
		for _, hinge := range sample.Hinges {
			hinges = append(hinges, int64(hinge[0]), int64(hinge[1]), int64(hinge[2]))
		}
	}
	if sticks != nil {
		arrays = append(arrays, namedArray{key: split + "_sticks", shape: []int{count, len(first.Sticks), 2}, ints: sticks})
	}
	if hinges != nil {
		arrays = append(arrays, namedArray{key: split + "_hinges", shape: []int{count, len(first.Hinges), 3}, ints: hinges})
	}
	return arrays
}

// floatArray joins one field of all samples to an array
// [samples, particles, width].
func floatArray(key string, samples []Sample, width int, field func(Sample) []float32) namedArray {
	values := make([]float32, 0, len(samples)*len(field(samples[0])))
	for _, sample := range samples {
		values = append(values, field(sample)...)
	}
	return namedArray{key: key, shape: []int{len(samples), samples[0].Particles(), width}, floats: values}
}

// WritePrediction writes predicted positions and velocities, each of
// samples*particles*3 numbers, to a .npz file with the keys x and v, of
// shape [samples, particles, 3]. On an error the file that was there stays.
func WritePrediction(path string, position, velocity []float32, samples, particles int) error {
	if expected := samples * particles * 3; len(position) != expected || len(velocity) != expected {
		return fmt.Errorf("cannot write %s: %d position and %d velocity numbers, expected %d of each for %d samples of %d particles",
			path, len(position), len(velocity), expected, samples, particles)
	}
	shape := []int{samples, particles, 3}
	return writeArchive(path, []namedArray{
		{key: "x", shape: shape, floats: position},
		{key: "v", shape: shape, floats: velocity},
	})
}
