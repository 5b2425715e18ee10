package system

// Link is a line between two particles: a bar of an object, whose kind it has, or a bond, which
// has no kind.
type Link struct {
	Ends [2]int // as Object.Bars has them
	Kind *Kind
}

// Links returns the bars of the objects, and the bonds that are not bars, each pair of
// particles once.
func (o Objects) Links(bonds [][2]int) (links []Link) {
	there := map[[2]int]bool{}
	add := func(ends [2]int, kind *Kind) {
		if pair := [2]int{min(ends[0], ends[1]), max(ends[0], ends[1])}; !there[pair] {
			there[pair] = true
			links = append(links, Link{ends, kind})
		}
	}
	for _, object := range o {
		for _, bar := range object.Bars() {
			add(bar, object.Kind)
		}
	}
	for _, bond := range bonds {
		add(bond, nil)
	}
	return links
}
