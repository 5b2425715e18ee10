package keys

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// read calls test with a reader of a file that has numbers under these keys.
func read(t *testing.T, arrays map[string][]float32, ignore []string, test func(r *Reader)) {
	t.Helper()
	var all []npz.Array
	for key, values := range arrays {
		all = append(all, npz.Array{Key: key, Shape: []int{len(values)}, Floats: values})
	}
	slices.SortFunc(all, func(a, b npz.Array) int { return strings.Compare(a.Key, b.Key) })
	path := filepath.Join(t.TempDir(), "file.npz")
	require.NoError(t, npz.Write(path, all))
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		test(New(a, ignore))
		return nil
	}))
}

// TestNames: a key begins with its split, if the file has splits.
func TestNames(t *testing.T) {
	require.Equal(t, "x", Of("", "x"))
	require.Equal(t, "valid_x", Of("valid", "x"))
	for key, want := range map[string]string{"train_x0": "x0", "valid_x_0": "x_0", "test_m": "m", "trained_x": "trained_x", "train": "", "mass": "mass", "x_train": "x_train"} {
		require.Equal(t, want, CutSplit(key), key)
	}
	require.Equal(t, []string{"x", "m"}, names([]string{"train_x", "valid_x", "m"}))
}

// TestShortened: twelve keys are listed, of which each is cut to forty letters.
func TestShortened(t *testing.T) {
	keys := make([]string, 13)
	for i := range keys {
		keys[i] = string(rune('a' + i))
	}
	require.Equal(t, "a, b, c, d, e, f, g, h, i, j, k, l", Shortened(keys[:12]))
	require.Equal(t, "a, b, c, d, e, f, g, h, i, j, k, l, and 1 more", Shortened(keys))
	require.Equal(t, strings.Repeat("k", 40), Shortened([]string{strings.Repeat("k", 41)}))
	require.Empty(t, Shortened(nil))
}

// TestTake: a key is ignored by its name with the split or without it, and known from when it is asked
// for.
func TestTake(t *testing.T) {
	read(t, map[string][]float32{"train_x": {1}, "valid_x": {1}, "m": {1}, "q": {1}}, []string{"m", "train_x"}, func(r *Reader) {
		require.False(t, r.Known("m"))
		require.False(t, r.Take("m"))
		require.True(t, r.Known("m"))
		require.False(t, r.Take("train_x"))
		require.True(t, r.Take("valid_x"))
		require.False(t, r.Take("none"))
		require.True(t, r.TakesAny("x"))
		require.True(t, r.TakesAny("q"))
		require.False(t, r.TakesAny("m"))
		require.False(t, r.TakesAny("none"))
		r.Note("%d and %s", 2, "three")
		require.Equal(t, []string{"2 and three"}, r.Notes)
	})
	read(t, map[string][]float32{"train_x": {1}}, []string{"x"}, func(r *Reader) {
		require.False(t, r.Take("train_x"))
		require.False(t, r.TakesAny("x"))
	})
}

// TestTime: the time from frame to frame is the file's or, if it has none, the option's; the two may not
// differ, but by their rounding to float32.
func TestTime(t *testing.T) {
	for _, c := range []struct {
		dt     []float32
		option float64
		want   float64
		wrong  string
	}{
		{nil, 0, 0, ""},
		{nil, 0.1, 0.1, ""},
		{[]float32{0.1}, 0, 0.1, ""},
		{[]float32{0.1}, 0.1, 0.1, ""},
		{[]float32{0.1}, 0.2, 0, "dt is 0.1"},
		{[]float32{0}, 0, 0, "is 0, expected the time from frame to frame, a number above 0"},
		{[]float32{-1}, 0, 0, "is -1, expected"},
		{[]float32{float32(math.Inf(1))}, 0, 0, "Inf"},
		{[]float32{1, 2}, 0, 0, "has 2 numbers, expected one above 0"},
	} {
		arrays := map[string][]float32{"x": {1}}
		if c.dt != nil {
			arrays["dt"] = c.dt
		}
		read(t, arrays, nil, func(r *Reader) {
			got, err := r.Time(c.option)
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

// TestCheckKeys: a key that nothing read is an error, which says what may be meant by it.
func TestCheckKeys(t *testing.T) {
	for _, c := range []struct {
		keys, ignore []string
		want         string
	}{
		{[]string{"x", "mass"}, nil, ""},
		{[]string{"x", "extra"}, []string{"extra"}, ""},
		{[]string{"x", "train_extra"}, []string{"extra"}, ""},
		{[]string{"x", "train_extra"}, []string{"train_extra"}, ""},
		{[]string{"x", "train_extra"}, []string{"valid_extra"}, `has no "valid_extra", which ignore names: it has train_extra, x`},
		{[]string{"x"}, []string{"extra"}, `has no "extra", which ignore names: it has x`},
		{[]string{"x", "z", "b"}, nil, "has b, z, which nothing here reads: give ignore b,z, or rename them"},
		{[]string{"x", "masses"}, nil, "give ignore masses, or rename them, such as mass in place of masses"},
		{[]string{"x", "mass", "masses"}, nil, "give ignore masses, or rename them"},
		{[]string{"x", "forces"}, nil, "or rename them; forces between particles are found from motions, and the field force is of known ones from outside"},
	} {
		arrays := map[string][]float32{}
		for _, key := range c.keys {
			arrays[key] = []float32{1}
		}
		read(t, arrays, c.ignore, func(r *Reader) {
			r.Take("x")
			r.Take("mass")
			err := r.CheckKeys("rename them")
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
			require.Equal(t, strings.Contains(c.want, "such as"), strings.Contains(err.Error(), "such as"))
		})
	}
}

// TestMisspelt: of two names the first four letters are the same, in any case, and at most three
// differ after them.
func TestMisspelt(t *testing.T) {
	for name, meant := range map[string]string{
		"chargexyz": "charge", "chargewxyz": "", "char": "charge", "cha": "", "chaxxx": "", "CHARGE": "charge", "charxyz": "charge", "charwxyz": "",
	} {
		r := New(&npz.Archive{}, nil)
		r.known["charge"] = true
		got, is := r.misspelled([]string{"other", name})
		require.Equal(t, meant, is, name)
		if meant != "" {
			require.Equal(t, name, got)
		}
	}
}
