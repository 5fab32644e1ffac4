package dev.pawl.workflow.diagnostics;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/// Collects the diagnostics of a file while it is read.
///
/// Owned by the one thread that reads the file. A duplicate, as behind an alias, is kept once;
/// beyond the limit diagnostics are only counted, so that no file makes reading expensive.
public final class DiagnosticCollector {

  private static final int MAX_PER_SEVERITY = 50;

  /// The limit on the text of other files that is kept for excerpts, in characters.
  private static final int MAX_KEPT_CHARACTERS = 4 << 20;

  private final SequencedSet<Diagnostic> errors = new LinkedHashSet<>();
  private final SequencedSet<Diagnostic> warnings = new LinkedHashSet<>();
  private final Map<String, SourceText> others = new LinkedHashMap<>();
  private int kept;
  private int omitted;

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
    return errors.size() < MAX_PER_SEVERITY;
  }

  /// Whether another warning would be shown.
  public boolean hasRoomForWarnings() {
    return warnings.size() < MAX_PER_SEVERITY;
  }

  /// All diagnostics, those of the file first.
  public Diagnostics diagnosticsOf(SourceText source) {
    return Diagnostics.of(source, others, errors, warnings, omitted);
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
    omitted += other.omitted;
    other.others.values().forEach(this::keep);
  }

  private void keep(SourceText source) {
    if (kept + source.length() <= MAX_KEPT_CHARACTERS
        && others.putIfAbsent(source.file(), source) == null) {
      kept += source.length();
    }
  }

  private void add(SequencedSet<Diagnostic> kind, Diagnostic found) {
    if (kind.size() < MAX_PER_SEVERITY) {
      kind.add(found);
    } else {
      omitted++;
    }
  }
}
