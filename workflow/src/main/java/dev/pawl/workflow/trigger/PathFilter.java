package dev.pawl.workflow.trigger;

import java.util.List;
import java.util.Optional;

/// The filters `paths` and `paths-ignore` of a trigger: one changed file must be included, or one
/// not ignored.
///
/// Invariant: at most one of both has patterns.
record PathFilter(PatternList included, PatternList ignored) {

  TriggerMatch match(ChangedPaths changes) {
    if (included.isEmpty() && ignored.isEmpty()) {
      return TriggerMatch.NOT_FILTERED;
    }
    PatternList present = included.isEmpty() ? ignored : included;
    return switch (changes) {
      case ChangedPaths.Unknown(String why) ->
          TriggerMatch.yes("%s is not checked: %s".formatted(present.filter().key(), why));
      case ChangedPaths.Known(List<String> files) when files.isEmpty() ->
          TriggerMatch.no("no file has changed, and the workflow has " + present);
      case ChangedPaths.Known(List<String> files) ->
          included.isEmpty() ? notIgnored(files) : anyIncluded(files);
    };
  }

  private TriggerMatch anyIncluded(List<String> files) {
    for (String file : files) {
      Optional<FilterPattern> pattern = included.including(file);
      if (pattern.isPresent()) {
        return TriggerMatch.yes(
            "changed %s matches %s".formatted(file, included.describe(pattern.get())));
      }
    }
    return TriggerMatch.no("no changed file (%s) matches %s".formatted(summary(files), included));
  }

  private TriggerMatch notIgnored(List<String> files) {
    for (String file : files) {
      if (ignored.including(file).isEmpty()) {
        return TriggerMatch.yes("changed %s is not in %s".formatted(file, ignored));
      }
    }
    return TriggerMatch.no("every changed file (%s) is in %s".formatted(summary(files), ignored));
  }

  private static String summary(List<String> files) {
    String first = files.getFirst();
    return files.size() == 1 ? first : "%s and %d more".formatted(first, files.size() - 1);
  }
}
