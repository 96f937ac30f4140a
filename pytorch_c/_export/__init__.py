"""What torch's exporter asks of classes (torch._export); programs are not captured here."""
