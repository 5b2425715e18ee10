package export

import (
	"crypto/sha256"
	"encoding/hex"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
)

// sealKey is the key of the metadata with the digest of the file. It is written last, and its
// value ends the file: the SHA-256, in hexadecimal digits, of all bytes before it. So it covers
// graph, weights, configuration and metadata, and a file that is cut short lacks it.
const sealKey = "sha256"

// sealed returns the file of a model with its digest at the end. Two encoded messages, one
// after the other, are one message with the fields of both.
func sealed(model *onnxpb.ModelProto) ([]byte, error) {
	content, err := emit.Encode(model)
	if err != nil {
		return nil, err
	}
	unknown := string(make([]byte, hex.EncodedLen(sha256.Size)))
	seal, err := emit.Encode(&onnxpb.ModelProto{MetadataProps: []*onnxpb.StringStringEntryProto{entry(sealKey, unknown)}})
	if err != nil {
		return nil, err
	}
	covered, _ := coveredBy(append(content, seal...))
	return append(covered, digest(covered)...), nil
}

// intact reports whether a file ends with the digest of all bytes before it.
func intact(file []byte) bool {
	covered, seal := coveredBy(file)
	return digest(covered) == string(seal)
}

// coveredBy splits a file into the part that its digest covers and the digest.
func coveredBy(file []byte) (covered, seal []byte) {
	end := max(0, len(file)-hex.EncodedLen(sha256.Size))
	return file[:end], file[end:]
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
