package pictures

import (
	"gmnc/datasets/checks"
	"gmnc/plot"
	"gmnc/system"
)

// asLinks returns a film of a sample with joints in which each link is a bar in place of its
// particles. It returns any other film unchanged.
func asLinks(s *system.Sample, film plot.Film) plot.Film {
	links := checks.LinksOf(s)
	if links == nil {
		return film
	}
	film.Objects, film.Bonds = nil, nil
	for number := range links.Count() {
		film.Objects = append(film.Objects, system.Object{Kind: system.Stick, Members: []int{2 * number, 2*number + 1}})
	}
	film.Prediction, film.Truth = ofLinks(links, film.Prediction), ofLinks(links, film.Truth)
	return film
}

func ofLinks(links *checks.Links, frames [][][3]float32) (drawn [][][3]float32) {
	for _, frame := range frames {
		var x []float32
		for _, point := range frame {
			x = append(x, point[:]...)
		}
		drawn = append(drawn, links.At(x))
	}
	return drawn
}
