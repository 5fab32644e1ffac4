package dev.pawl.workflow.diagnostics;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/// Collects the diagnostics of a file while it is read.
///
/// Owned by the one thread that reads the file. A duplicate, as behind an alias, counts once. The
/// first diagnostics are shown, the others only counted. At the last limit reading ends, so that no
/// file makes it expensive.
public final class DiagnosticCollector {

  /// How many errors, and how many warnings, are shown.
  static final int MAX_SHOWN = 50;

  /// How many errors, and how many warnings, are counted.
  static final int MAX_COUNTED = 1_000;

  /// The limit on the text of other files that is kept for excerpts, in characters.
  private static final int MAX_KEPT_CHARACTERS = 4 << 20;

  private final SequencedSet<Diagnostic> errors = new LinkedHashSet<>();
  private final SequencedSet<Diagnostic> warnings = new LinkedHashSet<>();
  private final Map<String, SourceText> others = new LinkedHashMap<>();
  private int kept;

  public void error(Position position, String message) {
    error(position, message, "");
  }

  public void error(Position position, String message, String hint) {
    add(errors, new Diagnostic(Severity.ERROR, position, message, hint));
  }

  public void warning(Position position, String message, String hint) {
    add(warnings, new Diagnostic(Severity.WARNING, position, message, hint));
  }

  public boolean hasErrors() {
    return !errors.isEmpty();
  }

  /// Whether another error would be shown. If not, an expensive hint is not worth computing.
  public boolean hasRoomForErrors() {
    return errors.size() < MAX_SHOWN;
  }

  /// Whether another warning would be shown.
  public boolean hasRoomForWarnings() {
    return warnings.size() < MAX_SHOWN;
  }

  /// Whether another error would not even be counted, so that there is no use in looking for it.
  public boolean isFullOfErrors() {
    return errors.size() >= MAX_COUNTED;
  }

  /// Whether another warning would not even be counted.
  public boolean isFullOfWarnings() {
    return warnings.size() >= MAX_COUNTED;
  }

  /// All diagnostics, those of the file first.
  public Diagnostics diagnosticsOf(SourceText source) {
    return Diagnostics.of(source, others, errors, warnings);
  }

  /// Adds the diagnostics of another file that this one refers to.
  public void include(SourceText source, DiagnosticCollector other) {
    boolean showsErrors = hasRoomForErrors() && !other.errors.isEmpty();
    boolean showsWarnings = hasRoomForWarnings() && !other.warnings.isEmpty();
    if (showsErrors || showsWarnings) {
      keep(source);
    }
    include(other);
  }

  /// Adds all diagnostics of another collector.
  public void include(DiagnosticCollector other) {
    other.errors.forEach(error -> add(errors, error));
    other.warnings.forEach(warning -> add(warnings, warning));
    other.others.values().forEach(this::keep);
  }

  private void keep(SourceText source) {
    if (kept + source.length() <= MAX_KEPT_CHARACTERS
        && others.putIfAbsent(source.file(), source) == null) {
      kept += source.length();
    }
  }

  private void add(SequencedSet<Diagnostic> kind, Diagnostic found) {
    if (kind.size() < MAX_COUNTED) {
      kind.add(found);
    }
  }
}
