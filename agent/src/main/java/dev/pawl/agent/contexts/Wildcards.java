package dev.pawl.agent.contexts;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/// Compares a sequence with a pattern of which some elements stand for any number of others. Takes
/// no longer than the product of both lengths: of all wildcards passed so far only the last one may
/// have to take more.
final class Wildcards {

  static <P, E> boolean match(
      List<P> pattern, List<E> sequence, Predicate<P> isWildcard, BiPredicate<P, E> matches) {
    int at = 0;
    int next = 0;
    int wildcard = -1;
    int taken = 0;
    while (at < sequence.size()) {
      if (next < pattern.size() && isWildcard.test(pattern.get(next))) {
        wildcard = next++;
        taken = at;
      } else if (next < pattern.size() && matches.test(pattern.get(next), sequence.get(at))) {
        next++;
        at++;
      } else if (wildcard >= 0) {
        next = wildcard + 1;
        at = ++taken;
      } else {
        return false;
      }
    }
    while (next < pattern.size() && isWildcard.test(pattern.get(next))) {
      next++;
    }
    return next == pattern.size();
  }

  private Wildcards() {}
}
