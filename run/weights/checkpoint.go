package weights

import (
	"strconv"
	"strings"

	"github.com/nlpodyssey/gopickle/types"
)

// These constants bound what is kept of a checkpoint besides its weights, far above what
// training scripts store.
const (
	maxNotes   = 1000 // entries
	maxNoteKey = 256  // bytes
)

// notes returns the booleans, numbers, texts and activations next to the state dict of a
// checkpoint, as text. Top-level values have their own key. Values of a dict, or of an object
// such as argparse's Namespace, have a key such as "args.hidden".
func notes(checkpoint []types.DictEntry) map[string]string {
	found := map[string]string{}
	note := func(prefix string, entry types.DictEntry) {
		key, named := entry.Key.(string)
		value, simple := asText(entry.Value)
		if named && simple && len(prefix)+len(key) <= maxNoteKey && len(found) < maxNotes {
			found[prefix+key] = value
		}
	}
	for _, entry := range checkpoint {
		note("", entry)
		group, _ := entry.Key.(string)
		value := entry.Value
		if object, ok := value.(*opaque); ok {
			value = object.state
		}
		members, _ := dictEntries(value)
		for _, member := range members {
			note(group+".", member)
		}
	}
	return found
}

// asText returns a value as text and reports whether it is a single value.
func asText(value any) (text string, ok bool) {
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value), true
	case int:
		return strconv.Itoa(value), true
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64), true
	case string:
		return value, true
	case *opaque:
		return value.class, strings.Contains(value.class, ".activation.") // an activation of networks
	}
	return "", false
}
