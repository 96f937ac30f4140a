// labelbuilder writes the numbers of the labels of an archive of images as a gob file:
//
//	labelbuilder -data FILE -label FILE
package main

import (
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"gotorch/vision/imageloader"
)

// SaveLabel writes labels to a gob file.
func SaveLabel(label map[string]int, fileName string) error {
	file, err := os.Create(fileName)
	if err != nil {
		return fmt.Errorf("Fail to create file to save labels: %w", err)
	}
	return errors.Join(gob.NewEncoder(file).Encode(label), file.Close())
}

func main() {
	data := flag.String("data", "", "path to dataset")
	label := flag.String("label", "", "path to save labels")
	flag.Parse()
	labels, err := imageloader.BuildLabelVocabularyFromTgz(*data)
	if err != nil {
		log.Fatal(err)
	}
	if err := SaveLabel(labels, *label); err != nil {
		log.Fatal(err)
	}
}
