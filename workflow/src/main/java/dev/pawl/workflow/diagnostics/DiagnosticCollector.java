package dev.pawl.workflow.diagnostics;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/// Collects what is found while a file is read.
///
/// Owned by the one thread that reads the file. What is found twice, as happens behind an alias, is
/// told once; what is found beyond the limit is only counted, so that no file can make reading it
/// expensive.
public final class DiagnosticCollector {

  private static final int MOST_OF_A_KIND = 50;

  /// How much of other files is kept to be shown, in characters.
  private static final int MOST_KEPT = 4 << 20;

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

  /// Whether another error would be shown; a hint that is costly to find is not worth it if not.
  public boolean hasRoomForErrors() {
    return errors.size() < MOST_OF_A_KIND;
  }

  /// The same of a warning.
  public boolean hasRoomForWarnings() {
    return warnings.size() < MOST_OF_A_KIND;
  }

  /// All of it in the order of the file, and then that of other files.
  public Diagnostics diagnosticsOf(SourceText source) {
    return Diagnostics.of(source, others, errors, warnings, omitted);
  }

  /// Takes over what was found in a file that this one leads to.
  public void include(SourceText source, DiagnosticCollector other) {
    boolean showsErrors = hasRoomForErrors() && !other.errors.isEmpty();
    boolean showsWarnings = hasRoomForWarnings() && !other.warnings.isEmpty();
    if (showsErrors || showsWarnings) {
      keep(source);
    }
    include(other);
  }

  /// Takes over all that was found in other files.
  public void include(DiagnosticCollector other) {
    other.errors.forEach(error -> add(errors, error));
    other.warnings.forEach(warning -> add(warnings, warning));
    omitted += other.omitted;
    other.others.values().forEach(this::keep);
  }

  private void keep(SourceText source) {
    if (kept + source.length() <= MOST_KEPT && others.putIfAbsent(source.file(), source) == null) {
      kept += source.length();
    }
  }

  private void add(SequencedSet<Diagnostic> kind, Diagnostic found) {
    if (kind.size() < MOST_OF_A_KIND) {
      kind.add(found);
    } else {
      omitted++;
    }
  }
}
