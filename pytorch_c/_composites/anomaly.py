"""Anomaly mode under the names of torch's top level."""

from ..autograd.anomaly_mode import is_anomaly_check_nan_enabled, is_anomaly_enabled, set_anomaly_enabled

__all__ = ["is_anomaly_check_nan_enabled", "is_anomaly_enabled", "set_anomaly_enabled"]
