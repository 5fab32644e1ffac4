package dev.pawl.cli.local;

import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.plan.OrderedMaps;
import java.util.SequencedMap;

/// The settings of a local run: its options, and the secrets that they name.
///
/// @param secrets by name; never in a plan, the store or a log
/// @param tools the configured profiles of tools
public record LocalRunSettings(
    LocalRunOptions options, SequencedMap<String, String> secrets, ToolProfiles tools) {

  public LocalRunSettings {
    secrets = OrderedMaps.copyOf(secrets);
  }

  /// Without the secrets.
  @Override
  public String toString() {
    return "LocalRunSettings[%s]".formatted(options);
  }
}
