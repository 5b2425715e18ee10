package robots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRatesOfAngles: rates follow from angles up to a factor of two, for all joints and for each, and the message says what else they may be.
func TestRatesOfAngles(t *testing.T) {
	const frames, dt = 60, 0.1
	for _, c := range []struct {
		name         string
		cart, pole   float64 // factors of the rates
		moves        float64 // factor of the angles
		exchanged    bool
		broken, want string
	}{
		{name: "right", cart: 1, pole: 1, moves: 1},
		{name: "at rest"},
		{name: "nearly twice", cart: 1.9, pole: 1.9, moves: 1},
		{name: "more than twice", cart: 2.1, pole: 2.1, moves: 1, want: "of the differences of angles with a dt of 0.1 s"},
		{name: "nearly half", cart: 0.55, pole: 0.55, moves: 1},
		{name: "angles that stay", cart: 1, pole: 1, want: "log.npz: rate moves joints whose angles stay: expected angles that change as rates say"},
		{name: "no rates", moves: 1, want: "log.npz: rate is 0 in all rows, though angles change: give the rates of the joints, or leave them out for central differences (with ignore rate)"},
		{name: "three times", cart: 3, pole: 3, moves: 1, want: "log.npz: rate is 3 of the differences of angles with a dt of 0.1 s and explains 1 of their squares: expected about 1, angles in radians"},
		{name: "a third", cart: 1. / 3, pole: 1. / 3, moves: 1, want: "log.npz: rate is 0.333 of the differences of angles with a dt of 0.1 s"},
		{name: "turned round", cart: -1, pole: -1, moves: 1, want: "log.npz: rate has the wrong sign: it is -0.999 of the differences of angles, expected about 1"},
		{name: "one joint", cart: 3, pole: 1, moves: 1, want: "log.npz: rate of the joint cart is "},
		{name: "one joint turned round", cart: -1, pole: 1, moves: 1, want: "log.npz: rate of the joint cart is -1 of the differences of its angles"},
		{name: "degrees", cart: 1, pole: 1 / degree, moves: 1, want: "log.npz: rate of the joint pole is in degrees a second beside angles in radians"},
		{name: "a slide in millimeters", cart: 1 / degree, pole: 1, moves: 1, want: "of the differences of angles with a dt of 0.1 s"},
		{name: "each other's", cart: 1, pole: 1, moves: 1, exchanged: true, want: "log.npz: rate has the rates of the joints cart and pole in each other's columns, or their angles are: exchange the columns of one of the two"},
		{name: "right after a break", cart: 1, pole: 1, moves: 1, broken: "a seam"},
		{name: "three times after a break", cart: 3, pole: 1, moves: 1, broken: "a seam", want: "log.npz: rate does not follow from the angles, which break off or repeat: a seam"},
	} {
		l := cartLog(t)
		r := &recording{starts: []int{0, frames}}
		for frame := range frames {
			x, y := 0.2*float64(frame), 0.5*float64(frame)
			r.angle = append(r.angle, c.moves*0.3*math.Sin(x), c.moves*0.25*math.Cos(y))
			rates := []float64{c.cart * 0.6 * math.Cos(x), -c.pole * 1.25 * math.Sin(y)}
			if c.exchanged {
				rates[0], rates[1] = rates[1], rates[0]
			}
			r.rate = append(r.rate, rates...)
		}
		err := l.checkRates("rate", l.recording(r), c.broken)
		if c.want == "" {
			require.NoError(t, err, c.name)
		} else {
			require.ErrorContains(t, err, c.want, c.name)
		}
	}
}
