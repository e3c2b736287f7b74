// Go's net/http, started like the contenders in Swift:
//
//	go-net-http SERVER WORKLOAD COUNT AT-ONCE
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) < 5 {
		fail(fmt.Errorf("usage: SERVER WORKLOAD COUNT AT-ONCE"))
	}
	count, err := strconv.Atoi(os.Args[3])
	if err != nil {
		fail(err)
	}
	atOnce, err := strconv.Atoi(os.Args[4])
	if err != nil || atOnce < 1 {
		fail(fmt.Errorf("at once: %v", os.Args[4]))
	}
	authority, err := authority(os.Args[1])
	if err != nil {
		fail(err)
	}
	workload, known := workloads(os.Args[1], atOnce, authority)[os.Args[2]]
	if !known {
		fmt.Println("null")
		return
	}
	measured, err := measure(workload, count, atOnce)
	if err != nil {
		fail(err)
	}
	fmt.Println(measured)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
