package checks

// otherEnergies is the factor between the fall of energies and the work of forces from which energies
// count as in another unit. The nearest units of programs, the angstrom and the bohr in forces, make a
// factor of 1.89.
const otherEnergies = 1.5

// otherScaleOfEnergies finds potential energies of a file that are in another unit than its forces, or
// have another sign. Energies that do not change as forces work, such as those of the whole system in
// motion, are not compared. Of windows of several lengths it takes those in which the work explains
// most.
func otherScaleOfEnergies(s *subject) result {
	r := s.smooth()
	if !r.Instant || len(r.States) != r.frames() {
		return result{}
	}
	var best balance
	for _, stride := range strides {
		windows := r.windows(stride, 0)
		work := r.work(windows, stride, 0, 0, r.size())
		var own balance
		for k, frame := range windows {
			own.take(r.States[frame]-r.States[frame+stride], work[k])
		}
		if own.explains() > best.explains() {
			best = own
		}
	}
	if best.explains() <= explained {
		return result{}
	}
	fraction := best.both / best.works
	return measure(factorOf(fraction), fraction, s.words.Loads)
}
