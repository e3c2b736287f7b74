package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

type Small struct {
	Number     int      `json:"number"`
	Title      string   `json:"title"`
	Summary    string   `json:"summary"`
	Author     string   `json:"author"`
	Published  string   `json:"published"`
	Duration   float64  `json:"duration"`
	IsExplicit bool     `json:"isExplicit"`
	Tags       []string `json:"tags"`
}

type Episode struct {
	Number     int     `json:"number"`
	Title      string  `json:"title"`
	Summary    string  `json:"summary"`
	Duration   float64 `json:"duration"`
	IsExplicit bool    `json:"isExplicit"`
	Address    string  `json:"address"`
}

// A load returns what tells a right outcome from a wrong one.
type load func() (int64, error)

// A workload is what is loaded, and what is loaded before that which is measured.
type workload struct {
	load        load
	expected    func(int64) bool
	warmUp      load
	warmUpCount int
}

// authority returns what has signed the certificate of a server with TLS.
func authority(server string) (*x509.CertPool, error) {
	if !strings.HasPrefix(server, "https:") {
		return nil, nil
	}
	pem, err := os.ReadFile(os.Getenv("RESOURCEFUL_SERVERS") + "/ca.pem")
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return pool, err
}

// newClient returns a client for loads to share. The default transport keeps only two idle connections to a host and
// closes the others, so whoever loads more at once raises that. It resumes TLS sessions if it is given where to keep
// them.
func newClient(atOnce int, authority *x509.CertPool) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = atOnce
	if authority != nil {
		sessions := tls.NewLRUClientSessionCache(0)
		transport.TLSClientConfig = &tls.Config{RootCAs: authority, ClientSessionCache: sessions}
	}
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func get(client *http.Client, url string) (*http.Response, error) {
	response, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	return response, nil
}

func decode(client *http.Client, url string, value any) error {
	response, err := get(client, url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(value)
}

func copyBody(client *http.Client, url string, to io.Writer) (int64, error) {
	response, err := get(client, url)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return io.Copy(to, response.Body)
}

func loadSmall(client *http.Client, server string) (int64, error) {
	var small Small
	err := decode(client, server+"small.json", &small)
	return int64(small.Number), err
}

func workloads(server string, atOnce int, authority *x509.CertPool) map[string]workload {
	client := newClient(atOnce, authority)
	small := func() (int64, error) { return loadSmall(client, server) }
	firstLoad := func() (int64, error) {
		client := newClient(atOnce, authority)
		defer client.CloseIdleConnections()
		return loadSmall(client, server)
	}
	list := func() (int64, error) {
		var episodes []Episode
		err := decode(client, server+"list.json", &episodes)
		return int64(len(episodes)), err
	}
	listBytes := func() (int64, error) {
		response, err := get(client, server+"list.json")
		if err != nil {
			return 0, err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		return int64(len(body)), err
	}
	download := func() (int64, error) { return copyBody(client, server+"big.bin", io.Discard) }
	downloadToFile := func() (int64, error) {
		file, err := os.CreateTemp("", "benchmark")
		if err != nil {
			return 0, err
		}
		defer os.Remove(file.Name())
		defer file.Close()
		return copyBody(client, server+"big.bin", file)
	}
	is := func(expected int64) func(int64) bool { return func(outcome int64) bool { return outcome == expected } }
	isList := func(outcome int64) bool { return 90_000 <= outcome && outcome <= 110_000 }
	return map[string]workload{
		"small":            {small, is(4211), small, 1_000},
		"first-load":       {firstLoad, is(4211), firstLoad, 20},
		"list":             {list, is(500), list, 20},
		"list-bytes":       {listBytes, isList, listBytes, 500},
		"download":         {download, is(200 << 20), small, 20},
		"download-to-file": {downloadToFile, is(200 << 20), small, 20},
	}
}
