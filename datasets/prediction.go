package datasets

import (
	"fmt"
	"slices"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// WriteRollout writes the frames of rollouts to a .npz file, for samples of the given sizes
// with three numbers per particle. The keys are positions and velocities, of shape [samples,
// frames, particles, 3]. The file has the same arrays again as x and v, which earlier programs
// read. Unless radii is nil, it also has position_radius, of shape [samples, frames, particles,
// 1]. If the sizes differ, the file has them too, and smaller samples are padded with zeros.
// After an error the previous file remains.
func WriteRollout(path string, positions, velocities, radii [][]float32, sizes []int64) error {
	shape := []int{len(sizes), len(positions), int(slices.Max(sizes)), 3}
	x, v := bySample(positions, sizes, 3), bySample(velocities, sizes, 3)
	arrays := []npz.Array{
		{Key: "positions", Shape: shape, Floats: x},
		{Key: "velocities", Shape: shape, Floats: v},
		{Key: "x", Shape: shape, Floats: x},
		{Key: "v", Shape: shape, Floats: v},
	}
	if radii != nil {
		arrays = append(arrays, npz.Array{Key: "position_radius", Shape: []int{shape[0], shape[1], shape[2], 1}, Floats: bySample(radii, sizes, 1)})
	}
	return npz.Write(path, append(arrays, differing(sizes)...))
}

// WritePrediction writes predicted positions and velocities to a .npz file, for samples of the
// given sizes with three numbers per particle. The keys are x and v, of shape [samples,
// particles, 3], and the keys of the columns beside them. If the sizes differ, the file has
// them too, and smaller samples are padded with zeros. After an error the previous file
// remains.
func WritePrediction(path string, position, velocity []float32, sizes []int64, columns ...Column) error {
	particles := 0
	for _, size := range sizes {
		particles += int(size)
	}
	expected := 3 * particles
	if len(position) != expected || len(velocity) != expected {
		return fmt.Errorf("cannot write %s: %d position and %d velocity numbers, expected %d of each for %d samples",
			path, len(position), len(velocity), expected, len(sizes))
	}
	most := int(slices.Max(sizes))
	arrays := []npz.Array{
		{Key: "x", Shape: []int{len(sizes), most, 3}, Floats: bySample([][]float32{position}, sizes, 3)},
		{Key: "v", Shape: []int{len(sizes), most, 3}, Floats: bySample([][]float32{velocity}, sizes, 3)},
	}
	for _, b := range columns {
		switch len(b.Values) {
		case particles:
			arrays = append(arrays, npz.Array{Key: b.Key, Shape: []int{len(sizes), most, 1}, Floats: bySample([][]float32{b.Values}, sizes, 1)})
		case len(sizes):
			arrays = append(arrays, npz.Array{Key: b.Key, Shape: []int{len(sizes), 1}, Floats: b.Values})
		default:
			return fmt.Errorf("cannot write %s: %d numbers are the %s of %d particles in %d samples", path, len(b.Values), b.Key, particles, len(sizes))
		}
	}
	return npz.Write(path, append(arrays, differing(sizes)...))
}

// Column holds values that are written with predictions under a key. There is one for each
// particle of all samples, [samples,particles,1] in the file, or one for each sample,
// [samples,1].
type Column struct {
	Key    string
	Values []float32
}

// ReadPrediction reads the positions that WritePrediction wrote for these samples, one sample
// after the other. A file for another number of samples, or for samples of other sizes, is an
// error.
func ReadPrediction(path string, samples []system.Sample) (position []float32, err error) {
	sizes := Sizes(samples)
	most := int(slices.Max(sizes))
	err = npz.Open(path, func(a *npz.Archive) error {
		if a.Has("positions") {
			return a.Errorf("positions", "are of rollouts, many frames: gmnc rollout --pictures draws them; gmnc predict -o writes predictions")
		}
		if !a.Has("x") {
			return a.Errorf("x", "is missing: gmnc predict -o writes predictions, x and v [samples, particles, 3]")
		}
		own := slices.Repeat([]int64{int64(most)}, len(samples))
		if a.Has(sizesArray) {
			if own, err = a.Ints(sizesArray, npz.Axis{Name: "samples", Size: len(samples)}); err != nil {
				return err
			}
		}
		if !slices.Equal(own, sizes) {
			return a.Errorf(sizesArray, "differ from the samples': expected a prediction of the same data")
		}
		all, _, err := a.Floats("x",
			npz.Axis{Name: "samples", Size: len(samples)}, npz.Axis{Name: "particles", Size: most}, npz.Axis{Name: "axes", Size: 3})
		if err != nil {
			return err
		}
		for i, size := range sizes {
			position = append(position, all[3*most*i:][:3*size]...)
		}
		return nil
	})
	return position, err
}

// Sizes returns the number of particles of each sample.
func Sizes(samples []system.Sample) (sizes []int64) {
	for i := range samples {
		sizes = append(sizes, int64(samples[i].Particles()))
	}
	return sizes
}

// Particles returns a text of the number of particles of the samples, of which there must be at
// least one.
func Particles(samples []system.Sample) string {
	of, sizes := "", Sizes(samples)
	if slices.Min(sizes) != slices.Max(sizes) {
		of = fmt.Sprintf("%d to %d particles, the first of ", slices.Min(sizes), slices.Max(sizes))
	}
	return fmt.Sprintf("%s%d particles", of, sizes[0])
}

// differing returns the array of sizes if they differ, and nil otherwise.
func differing(sizes []int64) []npz.Array {
	if !slices.ContainsFunc(sizes, func(size int64) bool { return size != sizes[0] }) {
		return nil
	}
	return []npz.Array{{Key: sizesArray, Shape: []int{len(sizes)}, Ints: sizes}}
}

// bySample groups the frames by sample. Each frame is padded to the size of the largest sample,
// and each particle has the given number of columns.
func bySample(frames [][]float32, sizes []int64, columns int) (all []float32) {
	most, at := int(slices.Max(sizes)), 0
	for _, size := range sizes {
		n := columns * int(size)
		for _, frame := range frames {
			all = append(all, frame[at:at+n]...)
			all = append(all, make([]float32, columns*most-n)...)
		}
		at += n
	}
	return all
}
