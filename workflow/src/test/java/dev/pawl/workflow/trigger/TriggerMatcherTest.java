package dev.pawl.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.model.trigger.EventTrigger;
import dev.pawl.workflow.model.trigger.ScheduleTrigger;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriggerMatcherTest {

  private static final Position SOMEWHERE = Position.startOf("ci.yml");
  private static final ChangedPaths UNKNOWN = new ChangedPaths.Unknown("not a git repository");

  private static WorkflowTriggers on(EventTrigger... triggers) {
    return new WorkflowTriggers(List.of(triggers), List.of(), Optional.empty(), Optional.empty());
  }

  /// @param filters as `branches: main, dev`
  private static EventTrigger trigger(String event, String... filters) {
    Map<EventFilter, List<String>> map = new EnumMap<>(EventFilter.class);
    for (String line : filters) {
      String[] parts = line.split(": ", 2);
      for (EventFilter filter : EventFilter.values()) {
        if (filter.key().equals(parts[0])) {
          map.put(filter, List.of(parts[1].split(", ")));
        }
      }
    }
    return new EventTrigger(SOMEWHERE, event, map);
  }

  private static ChangedPaths changed(String... files) {
    return new ChangedPaths.Known(List.of(files));
  }

  private static TriggerEvent push(String branch, String... files) {
    return TriggerEvent.push(GitRef.branch(branch), changed(files));
  }

  private static void starts(WorkflowTriggers on, TriggerEvent event, String reason) {
    assertThat(TriggerMatcher.match(on, event)).isEqualTo(new TriggerMatch(true, reason));
  }

  private static void doesNotStart(WorkflowTriggers on, TriggerEvent event, String reason) {
    assertThat(TriggerMatcher.match(on, event)).isEqualTo(new TriggerMatch(false, reason));
  }

  @Test
  void anEventThatIsAskedForWithoutFilters() {
    starts(on(trigger("push")), push("main"), "push to main: matches on: push");
    starts(
        on(trigger("push")),
        TriggerEvent.push(GitRef.tag("v1"), UNKNOWN),
        "push to tag v1: matches on: push");
  }

  @Test
  void anEventThatIsNotAskedFor() {
    doesNotStart(
        on(trigger("push"), trigger("pull_request")),
        new TriggerEvent("release", "published", GitRef.NONE, "", "", UNKNOWN),
        "the workflow starts on push, pull_request, not on release");
  }

  @Test
  void branches() {
    WorkflowTriggers on = on(trigger("push", "branches: main, release/**"));

    starts(on, push("main"), "push to main: main matches branches: main");
    starts(
        on, push("release/1/x"), "push to release/1/x: release/1/x matches branches: release/**");
    doesNotStart(on, push("dev"), "push to dev: dev does not match branches: main, release/**");
  }

  @Test
  void theLastPatternThatIsAboutABranchDecides() {
    WorkflowTriggers on =
        on(trigger("push", "branches: release/**, !release/**-alpha, release/9-alpha"));

    starts(on, push("release/8"), "push to release/8: release/8 matches branches: release/**");
    starts(
        on,
        push("release/9-alpha"),
        "push to release/9-alpha: release/9-alpha matches branches: release/9-alpha");
    doesNotStart(
        on,
        push("release/8-alpha"),
        "push to release/8-alpha: release/8-alpha is excluded by branches: !release/**-alpha");
  }

  @Test
  void onlyNegativePatternsLetNothingIn() {
    doesNotStart(
        on(trigger("push", "branches: !dev")),
        push("main"),
        "push to main: main does not match branches: !dev");
  }

  @Test
  void branchesThatAreIgnored() {
    WorkflowTriggers on = on(trigger("push", "branches-ignore: dev/**, wip"));

    starts(on, push("main"), "push to main: main is not in branches-ignore: dev/**, wip");
    doesNotStart(on, push("dev/x"), "push to dev/x: dev/x matches branches-ignore: dev/**");
  }

  @Test
  void filtersOfBranchesAloneLetNoTagIn() {
    TriggerEvent tag = TriggerEvent.push(GitRef.tag("v1"), UNKNOWN);

    doesNotStart(
        on(trigger("push", "branches: **")),
        tag,
        "push to tag v1: the workflow names only branches, and this is a tag");
    doesNotStart(
        on(trigger("push", "tags-ignore: x")),
        push("main"),
        "push to main: the workflow names only tags, and this is a branch");
    starts(
        on(trigger("push", "branches: main", "tags: v*")),
        tag,
        "push to tag v1: v1 matches tags: v*");
    starts(
        on(trigger("push", "branches: main", "tags: v*")),
        push("main"),
        "push to main: main matches branches: main");
  }

  @Test
  void aCommitOnNoBranch() {
    TriggerEvent push = TriggerEvent.push(GitRef.NONE, UNKNOWN);

    starts(on(trigger("push")), push, "push without a branch: matches on: push");
    doesNotStart(
        on(trigger("push", "branches: **")),
        push,
        "push without a branch: the filters need a branch or a tag, and there is none");
  }

  @Test
  void paths() {
    WorkflowTriggers on = on(trigger("push", "branches: main", "paths: docs/**, !docs/*.txt"));

    starts(
        on,
        push("main", "src/a.c", "docs/b.txt", "docs/a.md"),
        "push to main: main matches branches: main; changed docs/a.md matches paths: docs/**");
    doesNotStart(
        on,
        push("main", "src/a.c", "docs/b.txt"),
        "push to main: no changed file (src/a.c and 1 more) matches paths: docs/**, !docs/*.txt");
    doesNotStart(on, push("dev", "docs/a.md"), "push to dev: dev does not match branches: main");
  }

  @Test
  void pathsThatAreIgnored() {
    WorkflowTriggers on = on(trigger("push", "paths-ignore: docs/**"));

    starts(
        on,
        push("main", "docs/a.md", "src/a.c"),
        "push to main: changed src/a.c is not in paths-ignore: docs/**");
    doesNotStart(
        on,
        push("main", "docs/a.md"),
        "push to main: every changed file (docs/a.md) is in paths-ignore: docs/**");
  }

  @Test
  void nothingHasChanged() {
    doesNotStart(
        on(trigger("push", "paths-ignore: docs/**")),
        push("main"),
        "push to main: no file has changed, and the workflow has paths-ignore: docs/**");
  }

  @Test
  void unknownChangesMatchAnyPath() {
    starts(
        on(trigger("push", "paths: docs/**")),
        TriggerEvent.push(GitRef.branch("main"), UNKNOWN),
        "push to main: paths is not checked: not a git repository");
  }

  @Test
  void aTagChangesNoFiles() {
    starts(
        on(trigger("push", "paths: docs/**")),
        TriggerEvent.push(GitRef.tag("v1"), changed("src/a.c")),
        "push to tag v1: matches on: push");
  }

  @Test
  void aPullRequestIsFilteredByWhatItIsFor() {
    WorkflowTriggers on = on(trigger("pull_request", "branches: main", "paths: **.md"));

    starts(
        on,
        TriggerEvent.pullRequest("opened", "main", changed("a.md")),
        "pull_request (opened) into main: main matches branches: main; "
            + "changed a.md matches paths: **.md");
    doesNotStart(
        on,
        TriggerEvent.pullRequest("opened", "dev", changed("a.md")),
        "pull_request (opened) into dev: dev does not match branches: main");
  }

  @Test
  void typesOfAPullRequest() {
    WorkflowTriggers by = on(trigger("pull_request"));
    WorkflowTriggers named = on(trigger("pull_request", "types: closed, labeled"));

    starts(
        by,
        TriggerEvent.pullRequest("synchronize", "main", UNKNOWN),
        "pull_request (synchronize) into main: matches on: pull_request");
    doesNotStart(
        by,
        TriggerEvent.pullRequest("closed", "main", UNKNOWN),
        "pull_request (closed) into main: closed does not match the default types: opened, "
            + "synchronize, reopened");
    starts(
        named,
        TriggerEvent.pullRequest("closed", "main", UNKNOWN),
        "pull_request (closed) into main: closed matches types: closed, labeled");
    doesNotStart(
        named,
        TriggerEvent.pullRequest("opened", "main", UNKNOWN),
        "pull_request (opened) into main: opened does not match types: closed, labeled");
  }

  @Test
  void anEventOfUnknownType() {
    starts(
        on(trigger("release", "types: published")),
        new TriggerEvent("release", "", GitRef.NONE, "", "", UNKNOWN),
        "release: matches on: release");
  }

  @Test
  void anotherWorkflowHasRun() {
    WorkflowTriggers on = on(trigger("workflow_run", "workflows: Build, Test", "branches: main"));

    starts(
        on,
        new TriggerEvent("workflow_run", "completed", GitRef.branch("main"), "", "Build", UNKNOWN),
        "workflow_run (completed): Build is listed in workflows; main matches branches: main");
    doesNotStart(
        on,
        new TriggerEvent("workflow_run", "completed", GitRef.branch("main"), "", "Deploy", UNKNOWN),
        "workflow_run (completed): Deploy is not listed in workflows");
  }

  @Test
  void byHandByCallAndByTheClock() {
    WorkflowTriggers on =
        new WorkflowTriggers(
            List.of(),
            List.of(new ScheduleTrigger(SOMEWHERE, "0 4 * * *", "UTC")),
            Optional.of(List.of()),
            Optional.of(new CallInterface(SOMEWHERE, List.of(), List.of(), List.of())));

    starts(on, event("workflow_dispatch", ""), "on: workflow_dispatch");
    starts(on, event("workflow_call", ""), "on: workflow_call");
    starts(on, event("schedule", ""), "on: schedule");
    starts(on, event("schedule", "0 4 * * *"), "schedule: 0 4 * * *");
    doesNotStart(on, event("schedule", "5 5 * * *"), "no `cron` of `schedule` is 5 5 * * *");
    doesNotStart(
        on,
        event("push", ""),
        "the workflow starts on schedule, workflow_dispatch, workflow_call, not on push");
    doesNotStart(
        on(trigger("push")), event("schedule", ""), "the workflow starts on push, not on schedule");
  }

  private static TriggerEvent event(String name, String source) {
    return new TriggerEvent(name, "", GitRef.NONE, "", source, UNKNOWN);
  }

  @Test
  void aReasonIsOnePrintableLine() {
    TriggerMatch match =
        TriggerMatcher.match(on(trigger("push", "paths: a**")), push("main", "a\u001b[2Jb\nc"));

    assertThat(match.reason()).contains("a\uFFFD[2Jb\uFFFDc");
  }
}
