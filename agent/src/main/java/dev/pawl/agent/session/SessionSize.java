package dev.pawl.agent.session;

/// The size of a collection of the session, which must not grow without bound.
///
/// @param name the class and the field, as in `LeaseSessions.leases`
public record SessionSize(String name, long size, long most) {

  public boolean isWithin() {
    return size <= most;
  }
}
