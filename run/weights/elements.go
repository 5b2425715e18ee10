package weights

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/x448/float16"
)

// elementSizes maps each type that weights may have, by its safetensors name, to the size of an
// element in bytes.
var elementSizes = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2}

// decodeElements decodes little-endian elements of a type in elementSizes. A finite F64 too
// large for float32 is an error rather than an infinity.
func decodeElements(dtype string, raw []byte) ([]float32, error) {
	size := elementSizes[dtype]
	values := make([]float32, len(raw)/size)
	for i := range values {
		element := raw[i*size:]
		switch dtype {
		case "F64":
			wide := math.Float64frombits(binary.LittleEndian.Uint64(element))
			values[i] = float32(wide)
			if math.IsInf(float64(values[i]), 0) && !math.IsInf(wide, 0) {
				return nil, fmt.Errorf("element %d is %g, too large for float32", i, wide)
			}
		case "F32":
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(element))
		case "F16":
			values[i] = float16.Frombits(binary.LittleEndian.Uint16(element)).Float32()
		case "BF16":
			values[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(element)) << 16)
		}
	}
	return values, nil
}
