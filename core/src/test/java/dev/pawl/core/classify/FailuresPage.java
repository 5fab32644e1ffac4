package dev.pawl.core.classify;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Renders the failure classes and the starter rules as a Markdown page. A test compares it with
/// the page in the repository.
final class FailuresPage {

  static String render() {
    return head()
        + FailureRules.starter().ordered().stream().map(FailuresPage::row).collect(joining());
  }

  private static String head() {
    return """
    <!-- Generated from the rules in the code; do not edit. To write it again:
         mvn -pl core -am test -Dtest=FailuresPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
    # Failures

    Every failed attempt gets a failure class and the evidence for it: the rule and the log line that matched.

    | class | meaning | retried by default |
    | --- | --- | --- |
    | `infra` | the machine failed: disk, files or services | once |
    | `lost` | the agent's lease expired without a heartbeat | once |
    | `startup` | the step's process could not be started | once |
    | `fetch` | a download failed: sources, dependencies or images | once |
    | `flaky` | the same job has succeeded for the same commit | once |
    | `timeout` | it exceeded its timeout | |
    | `oom` | it ran out of memory, or the kernel killed it | |
    | `circuit_open` | the circuit breaker of its tool is open | |
    | `compile` | a compiler or linker reported errors | |
    | `test` | a test failed | |
    | `lint` | a linter or formatter reported errors | |
    | `hook` | a hook failed | |
    | `user` | no rule matched | |

    By default a job is retried once for the classes marked above, and never if it has an `environment`. Other classes are retried only if the job's `retry` names them. `retry: { max: 0 }` switches the retries of a job off.

    A run has the commit that it was started for, by `sha` in the API. A run of `pawl run` has the current commit if no file differs
    from it: with uncommitted changes nothing is compared, because a result is not the commit's then. Results are compared only between jobs
    with the same steps, and between runs with the same inputs and variables.

    The engine assigns `lost`, `circuit_open`, `flaky` and `hook` itself; no starter rule does.

    ## Which rule applies

    The first rule that matches decides. A rule can name exit codes, signals, the cause of the process's end, and a pattern. Of each kind that it names, one value must match.
    The causes are: `process` (it exited, or a signal from outside ended it), `nobody` (there was no process), `terminated` and `killed` (by the agent), and `timeout`.
    A pattern is a Java regular expression that is searched in each line; the evidence is the first line that matches. The last %d lines of the log are searched, and the first %d characters of each, without colours. A search that takes too many steps does not match.

    ## Your own rules

    Write them under `rules` in the workflow ([workflow-reference.md](workflow-reference.md)). The workflow's rules come first, then the server's, then the starter rules.
    Each source may have up to %d rules, with patterns of up to %d characters. An invalid rule is reported with its position. The server's are under `rules` in [its configuration](configuration.md#rules).

    ## Starter rules

    The order is: facts, memory, disk and machine, network, dependencies, compilers, tests, linters. Causes come first, because a tool that runs into one of them reports a failure of its own afterwards; for example, a test runner that cannot compile reports failed tests.

    | rule | class | when |
    | --- | --- | --- |
    """
        .formatted(
            Failure.MAX_LINES,
            Failure.MAX_LINE_LENGTH,
            FailureRules.MAX_RULES,
            LogPattern.MAX_LENGTH);
  }

  private static String row(FailureRule rule) {
    return "| `%s` | `%s` | %s |\n"
        .formatted(rule.name(), FailureRule.wireName(rule.code()), when(rule));
  }

  private static String when(FailureRule rule) {
    FailureRule.Conditions conditions = rule.conditions();
    List<String> parts = new ArrayList<>();
    add(parts, "exit code", conditions.exitCodes().stream().map(String::valueOf));
    add(parts, "signal", conditions.signals().stream());
    add(parts, "ended by", conditions.enders().stream().map(FailureRule::wireName));
    add(parts, "log", Stream.of(conditions.log()).filter(log -> !log.isEmpty()));
    return String.join(", ", parts);
  }

  /// Escapes bars, which a table cell needs inside code too.
  private static void add(List<String> parts, String what, Stream<String> values) {
    String joined = values.collect(joining(" "));
    if (!joined.isEmpty()) {
      parts.add(what + " `" + joined.replace("|", "\\|") + "`");
    }
  }

  private FailuresPage() {}
}
