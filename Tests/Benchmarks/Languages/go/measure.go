package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// measure returns the line of JSON that all contenders print.
func measure(workload workload, count int, atOnce int) (string, error) {
	anything := func(int64) bool { return true }
	// By itself, so that the others find its connection where they can share one.
	if err := run(workload.warmUp, anything, 1, 1); err != nil {
		return "", err
	}
	if err := run(workload.warmUp, anything, workload.warmUpCount, atOnce); err != nil {
		return "", err
	}
	start, used := time.Now(), processorTime()
	if err := run(workload.load, workload.expected, count, atOnce); err != nil {
		return "", err
	}
	wall, used := time.Since(start).Nanoseconds(), processorTime()-used
	return fmt.Sprintf(`{"wall": %d, "cpu": %d, "peak": %d}`, wall, used, peakMemory()), nil
}

func run(load load, expected func(int64) bool, count int, atOnce int) error {
	loadSome := func(first int) error {
		for i := first; i < count; i += atOnce {
			outcome, err := load()
			if err != nil {
				return err
			}
			if !expected(outcome) {
				return fmt.Errorf("wrong outcome %d", outcome)
			}
		}
		return nil
	}
	if atOnce == 1 {
		return loadSome(0)
	}
	var group sync.WaitGroup
	errors := make(chan error, atOnce)
	for first := 0; first < atOnce; first++ {
		group.Add(1)
		go func(first int) {
			defer group.Done()
			errors <- loadSome(first)
		}(first)
	}
	group.Wait()
	close(errors)
	for err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

func usage() syscall.Rusage {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage
}

func processorTime() int64 {
	usage := usage()
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// peakMemory returns kibibytes. On Linux, the maximum of getrusage begins with what the program that started this one
// used.
func peakMemory() int64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		for _, line := range strings.Split(string(status), "\n") {
			var peak int64
			if _, err := fmt.Sscanf(line, "VmHWM: %d", &peak); err == nil {
				return peak
			}
		}
	}
	if runtime.GOOS == "darwin" {
		return usage().Maxrss / 1024
	}
	return usage().Maxrss
}
