package dev.pawl.agent.session;

/// How much is in something that must not grow without an end.
///
/// @param name the class and the field that holds it
public record SessionSize(String name, long size, long most) {

  public boolean isWithin() {
    return size <= most;
  }
}
