package dev.pawl.core.classify;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The classes of failure and the starter rules as a Markdown page. The build compares the page in
/// the repository with what is rendered here.
final class FailuresPage {

  static String render() {
    return head()
        + FailureRules.starter().ordered().stream().map(FailuresPage::row).collect(joining());
  }

  private static String head() {
    return """
    <!-- Generated from the rules in the code; do not edit. To write it again:
         mvn -pl core -am test -Dtest=FailuresDocTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
    # Failures

    Every failed attempt gets a class, with the evidence: which rule, and which line of the log.

    | class | what it was | retried by default |
    | --- | --- | --- |
    | `infra` | the machine: disk, files, its services | once |
    | `lost` | the agent was not heard of until its lease was over | once |
    | `startup` | there was no process: the step could not be started | once |
    | `fetch` | something was not to be had over the network: sources, dependencies, images | once |
    | `flaky` | the same job and commit has had both results | once |
    | `timeout` | it took longer than it may | |
    | `oom` | memory ran out, or the kernel killed it | |
    | `circuit_open` | the breaker of its tool is open | |
    | `compile` | a compiler or linker refused | |
    | `test` | a test failed | |
    | `lint` | a lint or a formatter refused | |
    | `hook` | a hook failed | |
    | `user` | none of these: no rule fitted | |

    By default there is one retry, and none where the job has an `environment`. Other classes are retried only where they are named.
    `lost`, `circuit_open`, `flaky` and `hook` come from what the engine knows; no starter rule gives them.

    ## How a rule is chosen

    The first rule that fits decides. A rule may have exit codes, signals, who ended the process, and a pattern; of each kind that it has, one has to fit.
    Who ended it: `process` itself (also by a signal of somebody else's), `nobody` (there was none), `terminated` and `killed` by the agent, `timeout`.
    A pattern is a Java regular expression, looked for in each line by itself; the evidence is the first line that has it. Of the log the last %d lines count, of a line the first %d characters, without colours. A pattern that takes too many steps has not fitted.

    ## Rules of one's own

    A workflow's rules come first, then the server's, then these. Up to %d rules each, of up to %d characters a pattern; a wrong one is refused where it is written, saying what and where.
    A workflow's are under `rules` ([workflow-reference.md](workflow-reference.md)). There are no keys in the configuration yet: what is around the orchestrator (`Outside`) has them, and they go with every dispatch.

    ## Starter rules

    In their order: facts, memory, disk and machine, network, dependencies, compilers, tests, lints. Trouble comes first because a tool that has trouble says afterwards that it failed; a test runner that cannot compile reports failed tests.

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

  /// In a table's cell a bar has to be escaped, inside code too.
  private static void add(List<String> parts, String what, Stream<String> values) {
    String joined = values.collect(joining(" "));
    if (!joined.isEmpty()) {
      parts.add(what + " `" + joined.replace("|", "\\|") + "`");
    }
  }

  private FailuresPage() {}
}
