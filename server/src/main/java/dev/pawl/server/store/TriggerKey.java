package dev.pawl.server.store;

/// Identifies a trigger of an org, so that it creates one run however often it arrives.
///
/// @param key empty for a trigger that may repeat
public record TriggerKey(String org, String key) {
  public boolean mayRepeat() {
    return key.isEmpty();
  }
}
