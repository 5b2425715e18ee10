package looks

import "fmt"

func lateRates(r *Recording, w *Words) string {
	all := r.RateLag()
	if count, thing, own := r.LateThings(all); count > 0 {
		return under(w.RateKey, fmt.Sprintf("the %s of %s are %s against its %s, and not as those of all (%s); ", w.Rates, w.Thing(thing), own, w.Places, among("latest", count, "such column")))
	}
	if !all.Told() {
		return ""
	}
	return under(w.RateKey, fmt.Sprintf("the %s are %s against the %s, by how these change from frame to frame; %s", w.Rates, all, w.Places, shiftBy(w.RateOption, all)))
}

func noLoads(r *Recording, w *Words) string {
	share := r.driven().Undriven()
	if share == 0 {
		return ""
	}
	return under(w.LoadKey, fmt.Sprintf("the %s are 0 in all frames, but the energy of the system rises by %.2g of what it changes by, which gravity and friction cannot do. They were not recorded, and no constants follow from a motion that something unknown drives; ", w.Loads, share))
}

func lateLoads(r *Recording, w *Words) string {
	lag := r.driven().LoadLag()
	if !lag.LoadTold() {
		return ""
	}
	return under(w.LoadKey, fmt.Sprintf("the %s are %s against the %s, by the energy that they give to the system; %s", w.Loads, lag, w.Places, shiftBy(w.LoadOption, lag)))
}

// driven is the recording of what loads act on, with energies.
func (r *Recording) driven() *Recording {
	r.addEnergies()
	if r.joints != nil {
		return r.joints
	}
	return r
}

// shiftBy offers the shift that undoes a lag to readers that have an option for it.
func shiftBy(option string, lag Lag) string {
	if option == "" {
		return ""
	}
	return fmt.Sprintf("shift them by --shift %s=%g, or ", option, lag.Shift())
}
