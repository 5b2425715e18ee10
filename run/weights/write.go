package weights

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"gmnc/internal/atomicfile"
)

// headerAlignment is the alignment of the numbers after the header, for readers that map the
// file into memory.
const headerAlignment = 8

// Write writes a safetensors file of F32 tensors. The bytes depend only on the contents, as
// tensors and metadata are sorted. After an error, such as a shape that does not fit its data
// or a name that occurs twice, the file at path is unchanged.
func Write(path string, file File) error {
	encoded, err := Encode(file)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return atomicfile.WriteBytes(path, encoded)
}

// Encode returns the content of the file that Write writes.
func Encode(file File) ([]byte, error) {
	tensors := slices.Clone(file.Tensors)
	sortByName(tensors)
	header, err := encodeHeader(tensors, file.Metadata)
	if err != nil {
		return nil, err
	}
	size := lengthBytes + len(header)
	for _, tensor := range tensors {
		size += elementSizes["F32"] * len(tensor.Data)
	}
	encoded := make([]byte, 0, size) // a training writes weights every epoch
	encoded = binary.LittleEndian.AppendUint64(encoded, uint64(len(header)))
	encoded = append(encoded, header...)
	for _, tensor := range tensors {
		for _, value := range tensor.Data {
			encoded = binary.LittleEndian.AppendUint32(encoded, math.Float32bits(value))
		}
	}
	return encoded, nil
}

// encodeHeader writes the JSON piece by piece, because encoding/json would order the keys of a
// struct or a map differently than the file's layout.
func encodeHeader(tensors []Tensor, metadata map[string]string) ([]byte, error) {
	var header bytes.Buffer
	header.WriteByte('{')
	if len(metadata) > 0 {
		fmt.Fprintf(&header, `"%s":%s`, metadataKey, toJSON(metadata))
	}
	offset := 0
	for i, tensor := range tensors {
		if err := checkWritable(tensors, i); err != nil {
			return nil, err
		}
		if header.Len() > 1 {
			header.WriteByte(',')
		}
		end := offset + elementSizes["F32"]*len(tensor.Data)
		shape := append([]int{}, tensor.Shape...) // a nil slice would become null
		fmt.Fprintf(&header, `%s:{"dtype":"F32","shape":%s,"data_offsets":[%d,%d]}`, toJSON(tensor.Name), toJSON(shape), offset, end)
		offset = end
	}
	header.WriteByte('}')
	for header.Len()%headerAlignment != 0 {
		header.WriteByte(' ')
	}
	if header.Len() > maxHeader {
		return nil, fmt.Errorf("names and metadata take %d bytes, and safetensors allows %d", header.Len(), maxHeader)
	}
	return header.Bytes(), nil
}

// checkWritable returns an error if tensor i cannot be written. The tensors are sorted by name.
func checkWritable(tensors []Tensor, i int) error {
	tensor := tensors[i]
	if tensor.Name == metadataKey {
		return fmt.Errorf("a tensor cannot be named %s, which safetensors reserves", metadataKey)
	}
	if !utf8.ValidString(tensor.Name) {
		return fmt.Errorf("the tensor name %q is not valid UTF-8", tensor.Name)
	}
	if len(tensor.Shape) > maxRank {
		return fmt.Errorf("tensor %q has %d dimensions, and at most %d are allowed", tensor.Name, len(tensor.Shape), maxRank)
	}
	if i > 0 && tensors[i-1].Name == tensor.Name {
		return fmt.Errorf("tensor %q comes twice", tensor.Name)
	}
	count, err := elementCount(tensor.Shape)
	if err != nil {
		return fmt.Errorf("tensor %q: %w", tensor.Name, err)
	}
	if count != len(tensor.Data) {
		return fmt.Errorf("tensor %q of shape %v needs %d elements, got %d", tensor.Name, tensor.Shape, count, len(tensor.Data))
	}
	return nil
}

// toJSON encodes strings, numbers, and lists and maps of them, for which
// encoding/json never fails.
func toJSON(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
