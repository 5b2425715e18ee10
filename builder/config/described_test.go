package config

import (
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
)

// TestAddDescription: a model is registered once, under a name of small letters, digits, - and _.
// It takes trees unless a term of its objective is of the lengths of bars.
func TestAddDescription(t *testing.T) {
	before := maps.Clone(descriptions)
	t.Cleanup(func() { descriptions = before })
	for name, allowed := range map[string]bool{"own-model_2": true, "2d": true, "": false, "-own": false, "Own": false, "own model": false} {
		err := AddDescription(name, Description{})
		if !allowed {
			require.ErrorContains(t, err, "a name has small letters, digits, - and _")
			require.False(t, Known(name))
			continue
		}
		require.NoError(t, err)
		require.True(t, Known(name) && Describe(name).IsRegistered() && Describe(name).Forests)
		require.EqualError(t, AddDescription(name, Description{}), `there is a model "`+name+`" already: choose another name`)
	}
	require.NoError(t, AddDescription("rods", Description{ConstraintTerm: true}))
	require.False(t, Describe("rods").Forests)
	require.False(t, Describe("gmn").IsRegistered())
	require.ErrorContains(t, AddDescription("gmn", Description{}), `there is a model "gmn" already: choose another name`)
}

// TestResting: joints at rest turn by less than a share of a radian in the interval, and slide by
// less than that share of the typical distance.
func TestResting(t *testing.T) {
	turns, slides := Config{Time: 4, Length: 3}.Resting()
	require.InDelta(t, articulated.Still/4, turns, 1e-18)
	require.InDelta(t, articulated.Still*3/4, slides, 1e-18)
}

// TestRefusedByPart: what each part of a configuration refuses is refused of the whole.
func TestRefusedByPart(t *testing.T) {
	for want, spoil := range map[string]func(c *Config){
		"time: -1":                               func(c *Config) { c.Time = -1 },
		"1 runs side by side":                    func(c *Config) { c.Runs = 1 },
		"17 runs side by side":                   func(c *Config) { c.Runs = mostRuns + 1 },
		"a radius of the level 0 and the time 1": func(c *Config) { c.Radius = &Radius{Time: 1} },
		"a radius of the level 1 and the time 1": func(c *Config) { c.Radius = &Radius{Level: 1, Time: 1} },
		"level 0.5 and the time NaN":             func(c *Config) { c.Radius = &Radius{Level: 0.5, Time: math.NaN()} },
		"level 0.5 and the time +Inf":            func(c *Config) { c.Radius = &Radius{Level: 0.5, Time: math.Inf(1)} },
	} {
		c := plain()
		require.NoError(t, c.Validate())
		spoil(&c)
		require.ErrorContains(t, c.Validate(), want)
	}
	c := plain()
	c.Runs = 2
	require.NoError(t, c.Validate())
	c.Runs = mostRuns
	require.NoError(t, c.Validate())
	c.Model = "rbf"
	require.ErrorContains(t, c.Validate(), "has no runs side by side")
	c = plain()
	c.Radius = &Radius{Level: 0.5, Time: 1}
	require.NoError(t, c.Validate(), "a radius that is not calibrated yet")
}
