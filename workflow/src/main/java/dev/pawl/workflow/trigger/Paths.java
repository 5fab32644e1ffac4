package dev.pawl.workflow.trigger;

import java.util.List;
import java.util.Optional;

/// What a trigger says of changed files: one of them must be wanted, or one of them not ignored.
///
/// Invariant: at most one of both has patterns.
record Paths(Patterns wanted, Patterns ignored) {

  Match match(Changes changes) {
    if (wanted.isEmpty() && ignored.isEmpty()) {
      return Match.UNASKED;
    }
    Patterns asked = wanted.isEmpty() ? ignored : wanted;
    return switch (changes) {
      case Changes.Anything(String why) ->
          Match.yes("%s is not looked at: %s".formatted(asked.filter().key(), why));
      case Changes.Files(List<String> files) when files.isEmpty() ->
          Match.no("no file has changed, and there is " + asked);
      case Changes.Files(List<String> files) -> wanted.isEmpty() ? spared(files) : hit(files);
    };
  }

  private Match hit(List<String> files) {
    for (String file : files) {
      Optional<FilterPattern> pattern = wanted.letting(file);
      if (pattern.isPresent()) {
        return Match.yes("changed %s matches %s".formatted(file, wanted.only(pattern.get())));
      }
    }
    return Match.no("no changed file (%s) matches %s".formatted(some(files), wanted));
  }

  private Match spared(List<String> files) {
    for (String file : files) {
      if (ignored.letting(file).isEmpty()) {
        return Match.yes("changed %s is not in %s".formatted(file, ignored));
      }
    }
    return Match.no("every changed file (%s) is in %s".formatted(some(files), ignored));
  }

  private static String some(List<String> files) {
    String first = files.getFirst();
    return files.size() == 1 ? first : "%s and %d more".formatted(first, files.size() - 1);
  }
}
