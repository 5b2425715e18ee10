package main

import (
	"bytes"
	"maps"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	clients = 8
	// answers are how many each client waits for, unless GMNC_SOAK says for how long.
	answers = 25
	// mayGrow is how much more memory may be held at the end than after the first
	// answers, in bytes.
	mayGrow = 16 << 20
)

// TestSoak: under load every answer is the first one to the same request, byte for
// byte, requests that make no sense are refused as ever, and no memory is kept.
// GMNC_SOAK=1m goes on for a minute.
func TestSoak(t *testing.T) {
	service, url := started(t, folder+"model.onnx")
	all := systems(service, golden(t, "../golden.txt"))
	whole, cut := all[0], maps.Clone(all[0])
	cut["velocity"] = cut["velocity"].([]any)[1:]
	requests := [][]map[string]any{{whole}, {whole, whole, whole}, {cut}, {}}
	type answer struct {
		status int
		text   []byte
	}
	first := make([]answer, len(requests))
	for i, request := range requests {
		first[i].status, first[i].text = post(t, url, request)
	}
	require.Equal(t, http.StatusOK, first[0].status, string(first[0].text))
	require.NotEqual(t, http.StatusOK, first[2].status)
	before := held()

	var deadline time.Time
	if soak := os.Getenv("GMNC_SOAK"); soak != "" {
		duration, err := time.ParseDuration(soak)
		require.NoError(t, err)
		deadline = time.Now().Add(duration)
	}
	var answered, wrong atomic.Int64
	var wait sync.WaitGroup
	for client := range clients {
		wait.Go(func() {
			for k := 0; k < answers || time.Now().Before(deadline); k++ {
				at := (client + k) % len(requests)
				status, text := post(t, url, requests[at])
				if status != first[at].status || !bytes.Equal(text, first[at].text) {
					wrong.Add(1)
				}
				answered.Add(1)
			}
		})
	}
	wait.Wait()
	http.DefaultClient.CloseIdleConnections()
	t.Logf("campaign: answers of the service to %d clients, a quarter of wrong requests | %d | %d", clients, answered.Load(), wrong.Load())
	require.Zero(t, wrong.Load())
	require.Less(t, held(), before+mayGrow)
}

// held is the memory in use, in bytes.
func held() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapInuse
}
