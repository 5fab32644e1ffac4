package dev.pawl.cli.workflows;

import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds the job that a user means: by its exact id, else by its exact name, else by a prefix of
/// either that only one job has. Upper and lower case do not differ.
public final class JobReference {

  private static final int MOST_LISTED = 20;

  /// A job that may be meant.
  ///
  /// @param id the job's id, with the label of its matrix cell: `test (3.11, b)`
  /// @param name the name for people: `Test b on 3.11`
  public record Candidate(String id, String name) {

    private boolean hasName(Predicate<String> test) {
      return test.test(lower(id)) || test.test(lower(name));
    }

    private String shown() {
      String shown = "'%s'".formatted(PrintableText.line(id));
      return id.equals(name) ? shown : "%s (%s)".formatted(shown, PrintableText.line(name));
    }
  }

  /// The result of a search.
  public sealed interface Match {

    /// One job matches.
    record Found(Candidate job) implements Match {}

    /// Several jobs match.
    record Ambiguous(String reference, List<Candidate> jobs) implements Match {

      /// The message for the user, which lists the jobs that match.
      public String message() {
        return "job '%s' is ambiguous: it may be %s. Write more of the name, or use the exact id."
            .formatted(PrintableText.line(reference), listed(jobs));
      }
    }

    /// No job matches.
    ///
    /// @param jobs all jobs
    record Unknown(String reference, List<Candidate> jobs) implements Match {

      /// The message for the user, which lists all jobs.
      ///
      /// @param place the run or the file that was searched
      public String message(String place) {
        return "job '%s' not found in %s: its jobs are %s."
            .formatted(PrintableText.line(reference), PrintableText.line(place), listed(jobs));
      }
    }
  }

  public static Match resolve(String reference, List<Candidate> jobs) {
    String wanted = lower(reference.strip());
    List<Predicate<Candidate>> rules =
        List.of(
            job -> lower(job.id()).equals(wanted),
            job -> lower(job.name()).equals(wanted),
            job -> !wanted.isEmpty() && job.hasName(name -> name.startsWith(wanted)));
    for (Predicate<Candidate> rule : rules) {
      List<Candidate> matching = jobs.stream().filter(rule).toList();
      if (!matching.isEmpty()) {
        return matching.size() == 1
            ? new Match.Found(matching.getFirst())
            : new Match.Ambiguous(reference, matching);
      }
    }
    return new Match.Unknown(reference, List.copyOf(jobs));
  }

  private static String listed(List<Candidate> jobs) {
    String listed =
        jobs.stream().limit(MOST_LISTED).map(Candidate::shown).collect(Collectors.joining(", "));
    int rest = jobs.size() - MOST_LISTED;
    return rest > 0 ? "%s and %d more".formatted(listed, rest) : listed;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private JobReference() {}
}
