package dev.pawl.workflow.diagnostics;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Suggests the known word that is nearest to a misspelled one.
///
/// The distance is the number of letters to insert, delete, replace or swap with their neighbour,
/// ignoring case. At most a third of a word may differ, and only the cells of the comparison within
/// that limit are computed. Among too many candidates there is no suggestion: no person wrote
/// those.
public final class SpellingSuggestion {

  private static final int MAX_DISTANCE = 3;
  private static final int MAX_WORD_LENGTH = 100;
  private static final int MAX_CANDIDATES = 1_000;

  /// "did you mean `steps`?", or empty where no candidate is near.
  public static String hint(String word, Collection<String> candidates) {
    return nearest(word, candidates)
        .map(nearest -> "did you mean " + PrintableText.quoted(nearest) + "?")
        .orElse("");
  }

  /// The nearest candidate; the first where several are equally near.
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    if (candidates.size() > MAX_CANDIDATES) {
      return Optional.empty();
    }
    String wanted = word.toLowerCase(Locale.ROOT);
    int limit = Math.min((wanted.length() + 1) / 3, MAX_DISTANCE);
    Optional<String> nearest = Optional.empty();
    for (String candidate : candidates) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), limit);
      if (distance <= limit) {
        nearest = Optional.of(candidate);
        limit = distance - 1;
      }
    }
    return nearest;
  }

  /// The distance of both words, or anything above `limit` where it is higher.
  private static int distance(String a, String b, int limit) {
    int tooFar = limit + 1;
    if (Math.abs(a.length() - b.length()) > limit || a.length() > MAX_WORD_LENGTH) {
      return tooFar;
    }
    int[][] cells = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      int least = tooFar;
      for (int j = 0; j <= b.length(); j++) {
        boolean reachable = Math.abs(i - j) <= limit;
        cells[i][j] = reachable ? cell(cells, a, b, i, j) : tooFar;
        least = Math.min(least, cells[i][j]);
      }
      if (least >= tooFar) {
        return tooFar;
      }
    }
    return cells[a.length()][b.length()];
  }

  private static int cell(int[][] cells, String a, String b, int i, int j) {
    if (i == 0 || j == 0) {
      return i + j;
    }
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = cells[i - 1][j - 1] + (same ? 0 : 1);
    least = Math.min(least, cells[i - 1][j] + 1);
    least = Math.min(least, cells[i][j - 1] + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cells[i - 2][j - 2] + 1) : least;
  }

  private SpellingSuggestion() {}
}
