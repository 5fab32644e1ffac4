package dev.pawl.server.doctor;

/// Runs the command by which a tool's profile tells whether the tool can be used.
public interface HealthCheck {

  /// Whether the command succeeded.
  boolean passes(String command);
}
