package dev.pawl.workflow.trigger;

import java.util.List;
import java.util.Optional;

/// The filters `paths` and `paths-ignore` of a trigger: one changed file must be included, or one
/// not ignored.
///
/// Invariant: at most one of both has patterns.
record PathFilter(PatternList wanted, PatternList ignored) {

  TriggerMatch match(ChangedPaths changes) {
    if (wanted.isEmpty() && ignored.isEmpty()) {
      return TriggerMatch.UNASKED;
    }
    PatternList asked = wanted.isEmpty() ? ignored : wanted;
    return switch (changes) {
      case ChangedPaths.Unknown(String why) ->
          TriggerMatch.yes("%s is not looked at: %s".formatted(asked.filter().key(), why));
      case ChangedPaths.Known(List<String> files) when files.isEmpty() ->
          TriggerMatch.no("no file has changed, and there is " + asked);
      case ChangedPaths.Known(List<String> files) -> wanted.isEmpty() ? spared(files) : hit(files);
    };
  }

  private TriggerMatch hit(List<String> files) {
    for (String file : files) {
      Optional<FilterPattern> pattern = wanted.including(file);
      if (pattern.isPresent()) {
        return TriggerMatch.yes(
            "changed %s matches %s".formatted(file, wanted.describe(pattern.get())));
      }
    }
    return TriggerMatch.no("no changed file (%s) matches %s".formatted(some(files), wanted));
  }

  private TriggerMatch spared(List<String> files) {
    for (String file : files) {
      if (ignored.including(file).isEmpty()) {
        return TriggerMatch.yes("changed %s is not in %s".formatted(file, ignored));
      }
    }
    return TriggerMatch.no("every changed file (%s) is in %s".formatted(some(files), ignored));
  }

  private static String some(List<String> files) {
    String first = files.getFirst();
    return files.size() == 1 ? first : "%s and %d more".formatted(first, files.size() - 1);
  }
}
