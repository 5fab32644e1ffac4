package dev.pawl.cli.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A kind of run. Each records its actions in the ledger and cleans up; none fails without an
/// injected fault.
enum RunVariant {
  SHORT("", step("one", say("one"))),
  TWO("", step("one", say("one") + "sleep 0.2\n"), step("two", "sleep 0.1\n" + say("two"))),
  TALKER("", step("one", "hold step\n" + talk())),
  /// Its step fails first and is retried in place.
  RETRIED(
      "",
      "        retry: { max: 1, backoff: 100ms }",
      new Step(
          "one", "if [ ! -e tried ]; then touch tried; note try one; exit 7; fi\n", say("one"))),
  /// Its cleanup can be held.
  HOOKED("hold hook\n", step("one", say("one"))),
  /// Ignores SIGTERM for longer than its grace period.
  STUBBORN("", step("one", "trap '' TERM\n" + say("one") + work())),
  /// Leaves a child process in a session of its own.
  PARENT(
      "", step("one", say("one") + "setsid sleep 300 >/dev/null 2>&1 </dev/null &\nsleep 0.1\n")),
  /// The agent evaluates its concurrency group before the start.
  GROUPED("", "", step("one", say("one")));

  private static final int BURSTS = 12;
  private static final int BURST = 150;

  private static String talk() {
    return """
    n=0
    for burst in $(seq %d); do
      for line in $(seq %d); do n=$((n + 1)); echo "$PAWL_RUN_ID $PAWL_ATTEMPT line $n"; done
      note beat one
      sleep 0.1
    done
    """
        .formatted(BURSTS, BURST);
  }

  private static String work() {
    return "for beat in $(seq 12); do sleep 0.1; note beat one; done\n";
  }

  /// @param before commands before it records its start
  record Step(String name, String before, String script) {}

  private final String whileCleaning;
  private final String more;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Step> steps;

  RunVariant(String whileCleaning, Step... steps) {
    this(whileCleaning, "", steps);
  }

  RunVariant(String whileCleaning, String more, Step... steps) {
    this.whileCleaning = whileCleaning;
    this.more = more;
    this.steps = List.of(steps);
  }

  private static Step step(String name, String script) {
    return new Step(name, "", script);
  }

  private static String say(String step) {
    return "echo \"%s of $PAWL_RUN_ID/$PAWL_ATTEMPT\"\n".formatted(step);
  }

  List<String> steps() {
    return steps.stream().map(Step::name).toList();
  }

  /// The output of a step; empty if the agent adds messages about retries to it.
  Optional<String> log(String step, String run, int attempt) {
    return switch (this) {
      case RETRIED -> Optional.empty();
      case TALKER -> {
        var text = new StringBuilder();
        for (int line = 1; line <= BURSTS * BURST; line++) {
          text.append(run).append(' ').append(attempt).append(" line ").append(line).append('\n');
        }
        yield Optional.of(text.toString());
      }
      case SHORT, TWO, HOOKED, STUBBORN, PARENT, GROUPED ->
          Optional.of("%s of %s/%d\n".formatted(step, run, attempt));
    };
  }

  /// @param directory the directory of the ledger
  String workflow(Path directory) {
    List<String> lines = new ArrayList<>();
    lines.add("on: push");
    lines.add("jobs:");
    lines.add("  work:");
    lines.add("    runs-on: linux");
    lines.add("    grace-period: 1s");
    lines.add("    retry: { max: 3, on: [lost, infra], backoff: 100ms }");
    if (this == GROUPED) {
      lines.add(
          "    concurrency: { group-command: '. %s; hold group; echo of-$PAWL_RUN_ID' }"
              .formatted(directory.resolve("note")));
    }
    String note = ". " + directory.resolve("note") + "\n";
    lines.add("    hooks:");
    lines.add("      cleanup: |");
    indent(
        lines,
        "        ",
        note + "note cleaning hook\n" + whileCleaning + "note cleanup \"$PAWL_OUTCOME\"\n");
    lines.add("    steps:");
    for (Step step : steps) {
      lines.add("      - name: " + step.name());
      indent(lines, "", more);
      lines.add("        run: |");
      String script =
          "note start %s\n%snote end %s\n".formatted(step.name(), step.script(), step.name());
      indent(lines, "          ", note + step.before() + script);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void indent(List<String> lines, String by, String text) {
    text.lines().forEach(line -> lines.add(by + line));
  }
}
