package dev.pawl.core.breaker;

import dev.pawl.core.breaker.ToolProfile.Provenance;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// The profiles of tools from the operator's configuration. A profile that was set by the API is
/// stronger than these.
///
/// @param byName by ORG:TOOL, or by TOOL for every org; the first is stronger
public record ToolProfiles(SequencedMap<String, ToolProfile> byName) {

  public static final ToolProfiles NONE = new ToolProfiles(new LinkedHashMap<>());

  public ToolProfiles {
    SequencedMap<String, ToolProfile> marked = new LinkedHashMap<>();
    byName.forEach((name, profile) -> marked.put(name, profile.from(Provenance.CONFIGURATION)));
    byName = Collections.unmodifiableSequencedMap(marked);
  }

  /// The configured profile of a tool.
  ///
  /// @param key of its breaker
  public Optional<ToolProfile> of(String key) {
    return Optional.ofNullable(byName.get(key))
        .or(() -> Optional.ofNullable(byName.get(Breaker.toolOf(key))));
  }

  /// The breaker with the profile that is in effect: its own, if the API has set one, or else the
  /// configured one.
  public Breaker effective(Breaker stored) {
    return switch (stored.profile().provenance()) {
      case API -> stored;
      case BUILT_IN -> of(stored.key()).map(stored::withProfile).orElse(stored);
      case CONFIGURATION -> stored.withProfile(of(stored.key()).orElse(ToolProfile.DEFAULT));
    };
  }
}
