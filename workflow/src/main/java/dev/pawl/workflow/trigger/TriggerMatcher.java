package dev.pawl.workflow.trigger;

import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.model.trigger.EventTrigger;
import dev.pawl.workflow.model.trigger.ScheduleTrigger;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Decides whether an event starts a workflow, and why.
public final class TriggerMatcher {

  private static final Set<String> PULL_REQUESTS =
      Set.of(TriggerEvent.PULL_REQUEST, TriggerEvent.PULL_REQUEST_TARGET);

  /// The events by which a workflow is started locally, if no event is given.
  public static final List<String> BY_HAND =
      List.of(TriggerEvent.WORKFLOW_DISPATCH, TriggerEvent.PUSH);

  private static final List<String> DEFAULT_TYPES = List.of("opened", "synchronize", "reopened");

  private final EventTrigger trigger;
  private final TriggerEvent event;

  private TriggerMatcher(EventTrigger trigger, TriggerEvent event) {
    this.trigger = trigger;
    this.event = event;
  }

  public static TriggerMatch match(WorkflowTriggers on, TriggerEvent event) {
    return switch (event.name()) {
      case TriggerEvent.WORKFLOW_DISPATCH -> present(on.dispatch().isPresent(), on, event);
      case TriggerEvent.WORKFLOW_CALL -> present(on.call().isPresent(), on, event);
      case TriggerEvent.SCHEDULE -> scheduled(on, event);
      default ->
          on.triggers().stream()
              .filter(trigger -> trigger.event().equals(event.name()))
              .findFirst()
              .map(trigger -> new TriggerMatcher(trigger, event).match())
              .orElseGet(() -> present(false, on, event));
    };
  }

  /// The events that start a workflow: those of `on` in its order, then schedule, dispatch and
  /// call.
  public static List<String> events(WorkflowTriggers on) {
    List<String> events = new ArrayList<>();
    on.triggers().forEach(trigger -> events.add(trigger.event()));
    if (!on.schedules().isEmpty()) {
      events.add(TriggerEvent.SCHEDULE);
    }
    on.dispatch().ifPresent(_ -> events.add(TriggerEvent.WORKFLOW_DISPATCH));
    on.call().ifPresent(_ -> events.add(TriggerEvent.WORKFLOW_CALL));
    return List.copyOf(events);
  }

  /// The event by which a workflow is started if none is given: the first of `preferred` that it
  /// has, else its first event, else a dispatch.
  public static String defaultEvent(WorkflowTriggers on, List<String> preferred) {
    List<String> events = events(on);
    return preferred.stream()
        .filter(events::contains)
        .findFirst()
        .or(() -> events.stream().findFirst())
        .orElse(TriggerEvent.WORKFLOW_DISPATCH);
  }

  private static TriggerMatch present(boolean isThere, WorkflowTriggers on, TriggerEvent event) {
    return isThere
        ? TriggerMatch.yes("on: " + event.name())
        : TriggerMatch.no(
            "the workflow starts on %s, not on %s"
                .formatted(String.join(", ", events(on)), event.name()));
  }

  private static TriggerMatch scheduled(WorkflowTriggers on, TriggerEvent event) {
    if (on.schedules().isEmpty() || event.source().isEmpty()) {
      return present(!on.schedules().isEmpty(), on, event);
    }
    return on.schedules().stream().map(ScheduleTrigger::cron).anyMatch(event.source()::equals)
        ? TriggerMatch.yes("schedule: " + event.source())
        : TriggerMatch.no("no `cron` of `schedule` is " + event.source());
  }

  /// Matches all filters. The first filter that does not match is the reason.
  private TriggerMatch match() {
    List<String> reasons = new ArrayList<>();
    for (Supplier<TriggerMatch> check :
        List.<Supplier<TriggerMatch>>of(this::types, this::workflows, this::refs, this::paths)) {
      TriggerMatch match = check.get();
      if (!match.matches()) {
        return TriggerMatch.no(event + ": " + match.reason());
      }
      if (!match.reason().isEmpty()) {
        reasons.add(match.reason());
      }
    }
    return TriggerMatch.yes(
        reasons.isEmpty()
            ? event + ": matches on: " + event.name()
            : event + ": " + String.join("; ", reasons));
  }

  private TriggerMatch types() {
    boolean isNamed = !trigger.types().isEmpty();
    List<String> types =
        isNamed || !PULL_REQUESTS.contains(event.name()) ? trigger.types() : DEFAULT_TYPES;
    if (types.isEmpty() || event.action().isEmpty()) {
      return TriggerMatch.NOT_FILTERED;
    }
    String filter = (isNamed ? "types: " : "the default types: ") + String.join(", ", types);
    return types.contains(event.action())
        ? new TriggerMatch(true, isNamed ? "%s matches %s".formatted(event.action(), filter) : "")
        : TriggerMatch.no("%s does not match %s".formatted(event.action(), filter));
  }

  private TriggerMatch workflows() {
    List<String> workflows = trigger.workflows();
    if (workflows.isEmpty() || event.source().isEmpty()) {
      return TriggerMatch.NOT_FILTERED;
    }
    return workflows.contains(event.source())
        ? TriggerMatch.yes("%s is listed in workflows".formatted(event.source()))
        : TriggerMatch.no("%s is not listed in workflows".formatted(event.source()));
  }

  /// Matches branches and tags. A pull request is matched by its target branch. If only branches
  /// are filtered, no push of a tag matches, and the other way round.
  private TriggerMatch refs() {
    RefFilter branches = names(EventFilter.BRANCHES, EventFilter.BRANCHES_IGNORE);
    if (!event.base().isEmpty()) {
      return branches.match(event.base());
    }
    RefFilter tags = names(EventFilter.TAGS, EventFilter.TAGS_IGNORE);
    return switch (event.ref().kind()) {
      case BRANCH -> of(event.ref(), branches, tags, "tags");
      case TAG -> of(event.ref(), tags, branches, "branches");
      case PULL, NONE ->
          branches.isEmpty() && tags.isEmpty()
              ? TriggerMatch.NOT_FILTERED
              : TriggerMatch.no("the filters need a branch or a tag, and there is none");
    };
  }

  private static TriggerMatch of(GitRef ref, RefFilter mine, RefFilter other, String others) {
    return mine.isEmpty() && !other.isEmpty()
        ? TriggerMatch.no(
            "the workflow names only %s, and this is a %s".formatted(others, ref.kind().label()))
        : mine.match(ref.name());
  }

  private RefFilter names(EventFilter included, EventFilter ignored) {
    return new RefFilter(PatternList.of(trigger, included), PatternList.of(trigger, ignored));
  }

  /// Matches changed files. Not for tags, which change no files.
  private TriggerMatch paths() {
    return event.ref().kind() == GitRef.Kind.TAG
        ? TriggerMatch.NOT_FILTERED
        : new PathFilter(
                PatternList.of(trigger, EventFilter.PATHS),
                PatternList.of(trigger, EventFilter.PATHS_IGNORE))
            .match(event.changes());
  }
}
