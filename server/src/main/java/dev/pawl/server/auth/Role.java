package dev.pawl.server.auth;

import dev.pawl.core.lifecycle.Machine;
import java.util.Optional;

/// The roles of persons in an org, in rising order: each includes those before it.
public enum Role {
  /// Looks at everything but administration.
  VIEWER,
  /// Starts runs, and cancels its own.
  RUNNER,
  /// Approves and rejects, where the list of reviewers has it.
  APPROVER,
  /// Cancels, retries, skips and reruns anything; resets breakers and changes tools.
  MAINTAINER,
  /// Makes tokens and manages agents.
  ADMIN,
  /// Administers the server: orgs, doctor, prune and backup, and every org.
  SERVER_ADMIN;

  /// The role with that name in the API: `server_admin`.
  public static Optional<Role> of(String name) {
    for (Role role : values()) {
      if (role.text().equals(name)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  public String text() {
    return Machine.wireName(this);
  }

  /// Whether it may do what needs that role.
  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
