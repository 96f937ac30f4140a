// tarball_merge joins archives, a file of each in turn: tarball_merge -out FILE FILES….
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"

	"gotorch/tool/tgz"
)

func main() {
	out := flag.String("out", "./merged.tar.gz", "The output .tar.gz file")
	flag.Parse()
	if err := mergeFiles(flag.Args(), *out); err != nil {
		log.Fatal(err)
	}
}

func mergeFiles(inputs []string, out string) error {
	if len(inputs) == 0 {
		return errors.New("No input file specified")
	}
	readers := make([]*tgz.Reader, len(inputs))
	for i, name := range inputs {
		r, err := tgz.OpenFile(name)
		if err != nil {
			return err
		}
		defer r.Close()
		readers[i] = r
	}
	w, err := tgz.CreateFile(out)
	if err != nil {
		return err
	}
	return errors.Join(merge(readers, w), w.Close())
}

func merge(readers []*tgz.Reader, w *tgz.Writer) error {
	for open := len(readers); open > 0; {
		for i, r := range readers {
			if r == nil {
				continue
			}
			header, err := r.Next()
			if err == io.EOF {
				readers[i] = nil
				open--
				continue
			}
			if err != nil {
				return err
			}
			if err := w.WriteHeader(header); err != nil {
				return fmt.Errorf("%s: %w", header.Name, err)
			}
			if _, err := io.Copy(w, r); err != nil {
				return fmt.Errorf("%s: %w", header.Name, err)
			}
		}
	}
	return nil
}
