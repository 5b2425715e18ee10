package checks

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
)

// Digests returns a hash of each frame of size numbers. Under one seed, frames that are equal to
// the last bit have equal hashes.
func Digests(seed maphash.Seed, positions []float64, size int) (all []uint64) {
	bytes := make([]byte, 0, 8*size)
	for frame := range slices.Chunk(positions, size) {
		bytes = bytes[:0]
		for _, x := range frame {
			bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(x))
		}
		all = append(all, maphash.Bytes(seed, bytes))
	}
	return all
}

// Repeated returns the frames that equal an earlier one to the last bit, each with that one.
func Repeated(digests []uint64) (pairs [][2]int) {
	earlier := map[uint64]int{}
	for frame, digest := range digests {
		if first, is := earlier[digest]; is {
			pairs = append(pairs, [2]int{frame, first})
		} else {
			earlier[digest] = frame
		}
	}
	return pairs
}

// Rough is the roughness above which frames are too far apart to compute velocities: a period
// has fewer than four frames.
const Rough = 2.0

// Roughness returns the sum of the squared second differences of numbers that are a stride
// apart, divided by that of their differences. It is small along a motion, 2 for a single jump, and
// 3 for independent numbers. Differences are taken within blocks.
func Roughness(values []float64, block, stride int) float64 {
	var curvatures, displacements float64
	for own := range slices.Chunk(values, block) {
		turned, moved := secondDifferences(own, stride)
		curvatures, displacements = curvatures+turned, displacements+moved
	}
	return curvatures / displacements
}

// secondDifferences returns the sum of the squared second differences of the numbers of one block, and
// the sum of half the squares of the two differences in each of them.
func secondDifferences(own []float64, stride int) (curvatures, displacements float64) {
	for i := 2 * stride; i < len(own); i++ {
		displacement, before := own[i]-own[i-stride], own[i-stride]-own[i-2*stride]
		curvatures, displacements = curvatures+float64((displacement-before)*(displacement-before)), displacements+float64((float64(displacement*displacement)+float64(before*before))/2)
	}
	return curvatures, displacements
}
