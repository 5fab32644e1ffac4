package dev.pawl.cli.report;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token in the output of `pawl token list`, as a table row or as JSON. Neither contains the
/// hash.
///
/// @param state `active` for a valid token without an expiry
public record TokenTable(
    String id,
    String kind,
    String name,
    List<String> labels,
    String state,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt) {

  private static final List<String> HEADER = List.of("ID", "KIND", "NAME", "LABELS", "STATE");

  public static TokenTable of(StoredToken token) {
    return new TokenTable(
        token.id(),
        Machine.wireName(token.kind()),
        token.name(),
        token.labels(),
        state(token),
        token.createdBy(),
        token.createdAt(),
        token.expiresAt());
  }

  private static String state(StoredToken token) {
    if (token.revokedAt() != null) {
      return "revoked";
    }
    if (token.usedAt() != null) {
      return "used";
    }
    return token.expiresAt() == null ? "active" : "until " + token.expiresAt();
  }

  private List<String> cells() {
    return List.of(
        id, kind, PrintableText.line(name), PrintableText.line(String.join(",", labels)), state);
  }

  /// The lines of the table.
  public static List<String> table(List<TokenTable> tokens) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADER));
    tokens.forEach(token -> rows.add(token.cells()));
    return rows.stream().map(row -> line(row, rows)).toList();
  }

  private static String line(List<String> row, List<List<String>> rows) {
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      int at = column;
      int width = rows.stream().mapToInt(other -> other.get(at).length()).max().orElse(0);
      line.append(row.get(column)).repeat(' ', width - row.get(column).length() + 2);
    }
    return line.toString().stripTrailing();
  }
}
