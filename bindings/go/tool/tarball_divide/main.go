// tarball_divide writes a .tar.gz for each label of a .tar.gz of images: tarball_divide -out DIR FILE. A label is the
// name of an image's folder. tarball_merge joins them, so that neighbours have different labels.
package main

import (
	"archive/tar"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"gotorch/tool/tgz"
)

func main() {
	out := flag.String("out", "./", "The output directory")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "Usage: tarball_divide -out=./ input.tar.gz")
		os.Exit(2)
	}
	if err := divide(flag.Arg(0), *out); err != nil {
		log.Fatal(err)
	}
}

func divide(input, output string) (err error) {
	in, err := tgz.OpenFile(input)
	if err != nil {
		return err
	}
	defer in.Close()
	archives := map[string]*tgz.Writer{}
	defer func() {
		for _, w := range archives {
			err = errors.Join(err, w.Close())
		}
	}()
	for {
		header, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", input, err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		label := filepath.Base(filepath.Dir(header.Name))
		w := archives[label]
		if w == nil {
			if w, err = tgz.CreateFile(filepath.Join(output, label+".tar.gz")); err != nil {
				return err
			}
			archives[label] = w
		}
		if err := w.WriteHeader(header); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
		if _, err := io.Copy(w, in); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}
