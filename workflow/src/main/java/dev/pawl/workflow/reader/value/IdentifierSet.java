package dev.pawl.workflow.reader.value;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The ids of the jobs of a file, or of the steps of one job.
///
/// Expressions ignore case, so ids must differ by more than case.
public final class IdentifierSet {

  /// Compares ids.
  public static final Comparator<String> ORDER = String.CASE_INSENSITIVE_ORDER;

  private static final Pattern FORMAT = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");
  private static final String RESERVED = "__";

  private final String kind;
  private final DiagnosticCollector findings;
  private final Map<String, YamlScalar> seen = new TreeMap<>(ORDER);

  /// Starts empty.
  ///
  /// @param kind the kind of id in messages: "job"
  public IdentifierSet(String kind, DiagnosticCollector findings) {
    this.kind = kind;
    this.findings = findings;
  }

  public static boolean isValid(String id) {
    return FORMAT.matcher(id).matches() && !id.startsWith(RESERVED);
  }

  public void add(YamlScalar id) {
    String quoted = PrintableText.quoted(id.text());
    if (!isValid(id.text())) {
      findings.error(
          id.position(),
          quoted + " is not a valid " + kind + " id",
          id.text().startsWith(RESERVED)
              ? "ids that begin with `__` are reserved"
              : "an id begins with a letter or `_`, goes on with letters, digits, `_` and `-`,"
                  + " and has at most 100 characters");
      return;
    }
    YamlScalar first = seen.putIfAbsent(id.text(), id);
    if (first != null) {
      findings.error(
          id.position(),
          "the " + kind + " id " + quoted + " is used twice",
          "first used at " + first.position() + "; case is ignored");
    }
  }
}
