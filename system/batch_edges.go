package system

// Padded reports whether a batch of the samples that is not ragged may have padded edges. It
// may if the systems differ in size or if some sample lists its neighbors.
func Padded(samples []Sample) bool {
	for i := range samples {
		if samples[i].Neighbors != nil || samples[i].Particles() != samples[0].Particles() {
			return true
		}
	}
	return false
}

// Listed reports whether some sample lists its neighbors. Lists may have empty slots, so a
// batch of such samples is padded even if it is ragged.
func Listed(samples []Sample) bool {
	for i := range samples {
		if samples[i].Neighbors != nil {
			return true
		}
	}
	return false
}

// putEdges writes the edges towards the particles of a sample, wanted slots for each particle,
// beginning in row edge. Only padding has the receiver as its sender.
func (b *Batch) putEdges(sample *Sample, start, edge, wanted int) {
	slots, features := sample.Slots(), width(b.EdgeFeatures, len(b.Senders))
	for particle := range sample.Particles() {
		receiver := start + particle
		first, last := edge+particle*wanted, edge+(particle+1)*wanted
		senders := b.Senders[first:last]
		if sample.Neighbors == nil {
			putOthers(senders, start, particle, slots)
		} else {
			putListed(senders, start, particle, sample.Neighbors[particle*slots:][:slots])
		}
		if b.EdgeMask != nil {
			for slot, mask := 0, b.EdgeMask[first:last]; slot < len(mask); slot++ {
				mask[slot] = 1
				if senders[slot] == int64(receiver) {
					mask[slot] = 0
				}
			}
		}
		if features > 0 {
			to := b.EdgeFeatures[first*features : last*features]
			clear(to[copy(to, sample.EdgeFeatures[particle*slots*features:][:slots*features]):])
		}
	}
}

// putOthers writes all other particles of the system as senders, in ascending order.
func putOthers(senders []int64, start, particle, others int) {
	for slot := range senders {
		switch {
		case slot >= others:
			senders[slot] = int64(start + particle)
		case slot < particle:
			senders[slot] = int64(start + slot)
		default:
			senders[slot] = int64(start + slot + 1)
		}
	}
}

// putListed writes the listed neighbors as senders.
func putListed(senders []int64, start, particle int, neighbors []int64) {
	for slot := range senders {
		senders[slot] = int64(start + particle)
		if slot < len(neighbors) && neighbors[slot] >= 0 {
			senders[slot] = int64(start) + neighbors[slot]
		}
	}
}
