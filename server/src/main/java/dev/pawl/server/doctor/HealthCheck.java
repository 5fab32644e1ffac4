package dev.pawl.server.doctor;

import java.util.Optional;

/// Runs the command by which a tool's profile tells whether the tool can be used.
public interface HealthCheck {

  /// Whether the command succeeded.
  boolean passes(String command);

  /// Why no command can be run here; empty if it can.
  default Optional<String> refusal() {
    return Optional.empty();
  }

  /// The health check of a server, which runs no command of anybody.
  HealthCheck IN_SERVER =
      new HealthCheck() {
        @Override
        public boolean passes(String command) {
          return false;
        }

        @Override
        public Optional<String> refusal() {
          return Optional.of("the tool has a health check, which never runs in a server");
        }
      };
}
