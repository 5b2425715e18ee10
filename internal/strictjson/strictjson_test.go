package strictjson

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestUnmarshal(t *testing.T) {
	into := struct {
		Width int `json:"width"`
	}{7}
	require.NoError(t, Unmarshal([]byte("{} \n"), &into))
	require.Equal(t, 7, into.Width, "what is not there stays")
	require.NoError(t, Unmarshal([]byte(`{"width": 8}`), &into))
	require.Equal(t, 8, into.Width)
	for text, message := range map[string]string{
		`{"height": 8}`:      `unknown field "height"`,
		`{"width": 8} {}`:    "there is more after its end",
		`{"width": 8}}`:      "there is more after its end",
		`{"width":`:          "unexpected EOF",
		"":                   "it is empty",
		"{\n\"width\": NaN}": "line 2: invalid character 'N'",
	} {
		require.ErrorContains(t, Unmarshal([]byte(text), &into), message)
	}
}

// TestUnknownFields: the decoder names a field that is not there, before anything is compared.
func TestUnknownFields(t *testing.T) {
	var into struct {
		Width int
		Inner **struct{ Names []string }
		Own   *own
	}
	require.EqualError(t, Unmarshal([]byte(`{"height": 8, "height": 8}`), &into), `json: unknown field "height"`)
	require.NoError(t, Unmarshal([]byte(`{"Own": null}`), &into), "it reads itself behind a pointer, too")
	require.EqualError(t, Unmarshal([]byte(`{"Inner": {"names": []}}`), &into), `unknown field "names" in Inner: case counts`)
}

// TestEveryKeyCounts: the second of two equal keys, and one in another case,
// are not what encoding/json makes of them.
func TestEveryKeyCounts(t *testing.T) {
	type inner struct {
		Names []string `json:"names"`
	}
	type outer struct {
		Width int `json:"width"`
		Plain int
		Inner *inner           `json:"inner"`
		List  []inner          `json:"list"`
		Map   map[string]inner `json:"map"`
		Any   any              `json:"any"`
	}
	for text, message := range map[string]string{
		`{"width": 1, "Plain": 2, "inner": {"names": ["a", "a"]}, "list": [{}, {}], "map": {"A": {}, "a": {}}, "any": {"A": {"b": 1}, "a": [1]}}`: "",
		`{"width": 1, "width": 1}`:                 `the key "width" comes twice`,
		`{"width": 1, "wi\u0064th": 1}`:            `the key "width" comes twice`,
		`{"Width": 1}`:                             `unknown field "Width": case counts`,
		`{"plain": 1}`:                             `unknown field "plain": case counts`,
		`{"inner": {"Names": []}}`:                 `unknown field "Names" in inner: case counts`,
		`{"list": [{}, {"NAMES": []}]}`:            `unknown field "NAMES" in list[1]: case counts`,
		`{"map": {"a": {"namEs": []}}}`:            `unknown field "namEs" in map.a: case counts`,
		`{"map": {"a": {}, "a": {}}}`:              `the key "a" comes twice in map`,
		`{"any": [[{"x": {"b": [], "b": null}}]]}`: `the key "b" comes twice in any[0][0].x`,
	} {
		err := Unmarshal([]byte(text), &outer{})
		if message == "" {
			require.NoError(t, err, text)
		} else {
			require.EqualError(t, err, message, text)
		}
	}
}

// own reads itself, and takes null for "none".
type own string

func (o *own) UnmarshalJSON(text []byte) error {
	*o = "none"
	return nil
}

// TestNull: null is refused wherever it stands, with its path and what was expected there.
func TestNull(t *testing.T) {
	type inner struct {
		Flag   bool      `json:"flag"`
		Place  [3]*int   `json:"place"`
		Number *float64  `json:"number"`
		Rows   [][]int64 `json:"rows"`
	}
	type outer struct {
		Name  string             `json:"name"`
		Inner *inner             `json:"inner"`
		List  []inner            `json:"list"`
		Map   map[string]float64 `json:"map"`
		Any   any                `json:"any"`
		Own   own                `json:"own"`
	}
	for text, message := range map[string]string{
		`null`:                                   "the whole of it is null: expected an object",
		`{"name": null}`:                         "name is null: expected a text",
		`{"inner": null}`:                        "inner is null: expected an object",
		`{"inner": {"flag": null}}`:              "inner.flag is null: expected true or false",
		`{"list": [{}, {"number": null}]}`:       "list[1].number is null: expected a number",
		`{"list": [{}, null]}`:                   "list[1] is null: expected an object",
		`{"list": null}`:                         "list is null: expected a list",
		`{"inner": {"place": [0, null]}}`:        "inner.place[1] is null: expected a whole number",
		`{"inner": {"place": null}}`:             "inner.place is null: expected a list",
		`{"inner": {"rows": [[], [1, null]]}}`:   "inner.rows[1][1] is null: expected a whole number",
		`{"map": {"a": 1, "b": null}}`:           "map.b is null: expected a number",
		`{"any": {"x": [1, null]}}`:              "any.x[1] is null: expected a value, or leave it out",
		`{"any": null}`:                          "any is null: expected a value, or leave it out",
		`{"own": null, "any": "null", "map":{}}`: "",
	} {
		var read outer
		err := Unmarshal([]byte(text), &read)
		if message == "" {
			require.NoError(t, err, text)
			require.Equal(t, own("none"), read.Own)
		} else {
			require.EqualError(t, err, message, text)
		}
	}
}

// word is a number that is written as a text.
type word int

func (w *word) UnmarshalText(text []byte) error {
	*w = word(len(text))
	return nil
}

// TestTypes: a value of another type is called by its path, with what was expected there.
func TestTypes(t *testing.T) {
	type inner struct {
		Flag   bool           `json:"flag"`
		Counts []uint8        `json:"counts"`
		Small  map[string]int `json:"small"`
		Half   *float32       `json:"half"`
	}
	type outer struct {
		Name  string  `json:"name"`
		Inner []inner `json:"inner"`
		Place [2]int  `json:"place"`
		Word  word    `json:"word"`
		Bytes []byte  `json:"bytes"`
	}
	require.NoError(t, Unmarshal([]byte(`{"name": "", "inner": [{"flag": true, "counts": [0, 255], "small": {"a": -1}, "half": 1e38}], "place": [1, 2], "word": "abc", "bytes": "YWJj"}`), &outer{}))
	for text, message := range map[string]string{
		`[]`:                                 "the whole of it is a list: expected an object",
		`{"name": 1.50}`:                     "name is 1.50: expected a text",
		`{"name": {"a": 1}}`:                 "name is an object: expected a text",
		`{"inner": {}}`:                      "inner is an object: expected a list",
		`{"inner": [{}, []]}`:                "inner[1] is a list: expected an object",
		`{"inner": [{"flag": 0}]}`:           "inner[0].flag is 0: expected true or false",
		`{"inner": [{"flag": "true"}]}`:      `inner[0].flag is the text "true": expected true or false`,
		`{"inner": [{"counts": [1, -1]}]}`:   "inner[0].counts[1] is -1: expected a whole number",
		`{"inner": [{"counts": [256]}]}`:     "inner[0].counts[0] is 256: expected a whole number",
		`{"inner": [{"counts": true}]}`:      "inner[0].counts is true: expected a list",
		`{"inner": [{"small": {"a": 2.5}}]}`: "inner[0].small.a is 2.5: expected a whole number",
		`{"inner": [{"small": []}]}`:         "inner[0].small is a list: expected an object",
		`{"inner": [{"half": 1e39}]}`:        "inner[0].half is 1e39: expected a number",
		`{"inner": [{"half": "1"}]}`:         `inner[0].half is the text "1": expected a number`,
		`{"word": 3}`:                        "word is 3: expected a text",
		`{"word": null}`:                     "word is null: expected a text",
		`{"place": ["1"]}`:                   `place[0] is the text "1": expected a whole number`,
	} {
		t.Run(message, func(t *testing.T) { require.EqualError(t, Unmarshal([]byte(text), &outer{}), message, text) })
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"width": 1, "list": [{"width": 2}], "any": {"a": [1e9, null, "x"]}}`))
	f.Add([]byte(`{"width": 1, "Width": 2, "width": 3}`))
	type tree struct {
		Width int    `json:"width"`
		List  []tree `json:"list,omitempty"`
		Any   any    `json:"any,omitempty"`
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var read tree
		if Unmarshal(text, &read) != nil {
			return
		}
		written, err := json.Marshal(read)
		require.NoError(t, err)
		var again tree
		require.NoError(t, Unmarshal(written, &again), "%s", written)
		rewritten, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, written, rewritten)
	})
}

// TestNullBehindPointers: a null is found, and called what is right, behind a pointer to a list.
func TestNullBehindPointers(t *testing.T) {
	var into struct {
		List *[]float64
	}
	require.EqualError(t, Unmarshal([]byte(`{"List": [1, null]}`), &into), "List[1] is null: expected a number")
	require.EqualError(t, Unmarshal([]byte(`{"List": null}`), &into), "List is null: expected a list")
}

// TestDeep: a text of many brackets is refused in no time.
func TestDeep(t *testing.T) {
	var into any
	for _, deep := range []string{strings.Repeat("[", 200000), strings.Repeat(`{"a":`, 200000), strings.Repeat("[", 200000) + strings.Repeat("]", 200000)} {
		begin := time.Now()
		require.ErrorContains(t, Unmarshal([]byte(deep), &into), "exceeded max depth")
		require.Less(t, time.Since(begin), 5*time.Second)
	}
}

// TestNullBeforeAnotherReader: a reader of its own that finds too few values in a null is not
// asked first, and keeps its word on anything else.
func TestNullBeforeAnotherReader(t *testing.T) {
	var into struct {
		Rows pair `json:"rows"`
	}
	require.EqualError(t, Unmarshal([]byte(`{"rows": [1, null]}`), &into), "rows[1] is null: expected a value, or leave it out")
	require.EqualError(t, Unmarshal([]byte(`{"rows": [1, 2, 3]}`), &into), "not two numbers above 0")
	require.NoError(t, Unmarshal([]byte(`{"rows": [1, 2]}`), &into))
}

type pair [2]float64

func (p *pair) UnmarshalJSON(text []byte) error {
	var values []float64
	if err := json.Unmarshal(text, &values); err != nil || len(values) != 2 || values[1] <= 0 {
		return errors.New("not two numbers above 0")
	}
	*p = pair(values)
	return nil
}
