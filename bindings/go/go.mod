module gotorch

go 1.25
