package dev.pawl.workflow.trigger;

import dev.pawl.workflow.model.Filter;
import dev.pawl.workflow.model.On;
import dev.pawl.workflow.model.Schedule;
import dev.pawl.workflow.model.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Whether an event starts a workflow, and why.
public final class Triggers {

  private static final Set<String> PULL_REQUESTS =
      Set.of(Event.PULL_REQUEST, Event.PULL_REQUEST_TARGET);

  /// What starts a workflow that somebody wants, if nothing else is known: their hand, or a push.
  public static final List<String> BY_HAND = List.of(Event.WORKFLOW_DISPATCH, Event.PUSH);

  private static final List<String> DEFAULT_TYPES = List.of("opened", "synchronize", "reopened");

  private final Trigger trigger;
  private final Event event;

  private Triggers(Trigger trigger, Event event) {
    this.trigger = trigger;
    this.event = event;
  }

  public static Match match(On on, Event event) {
    return switch (event.name()) {
      case Event.WORKFLOW_DISPATCH -> asked(on.dispatch().isPresent(), on, event);
      case Event.WORKFLOW_CALL -> asked(on.call().isPresent(), on, event);
      case Event.SCHEDULE -> scheduled(on, event);
      default ->
          on.triggers().stream()
              .filter(trigger -> trigger.event().equals(event.name()))
              .findFirst()
              .map(trigger -> new Triggers(trigger, event).match())
              .orElseGet(() -> asked(false, on, event));
    };
  }

  /// The events that a workflow asks for, in the order of the file as far as it is known.
  public static List<String> events(On on) {
    List<String> events = new ArrayList<>();
    on.triggers().forEach(trigger -> events.add(trigger.event()));
    if (!on.schedules().isEmpty()) {
      events.add(Event.SCHEDULE);
    }
    on.dispatch().ifPresent(_ -> events.add(Event.WORKFLOW_DISPATCH));
    on.call().ifPresent(_ -> events.add(Event.WORKFLOW_CALL));
    return List.copyOf(events);
  }

  /// What a workflow is taken to be started by where somebody just wants it: the first of
  /// `preferred` that it asks for; else what it asks for first; else by hand.
  public static String usual(On on, List<String> preferred) {
    List<String> events = events(on);
    return preferred.stream()
        .filter(events::contains)
        .findFirst()
        .or(() -> events.stream().findFirst())
        .orElse(Event.WORKFLOW_DISPATCH);
  }

  private static Match asked(boolean isThere, On on, Event event) {
    return isThere
        ? Match.yes("on: " + event.name())
        : Match.no("on: %s, not %s".formatted(String.join(", ", events(on)), event.name()));
  }

  private static Match scheduled(On on, Event event) {
    if (on.schedules().isEmpty() || event.source().isEmpty()) {
      return asked(!on.schedules().isEmpty(), on, event);
    }
    return on.schedules().stream().map(Schedule::cron).anyMatch(event.source()::equals)
        ? Match.yes("schedule: " + event.source())
        : Match.no("no schedule is " + event.source());
  }

  /// Every filter must let the event in; the first that does not is the reason.
  private Match match() {
    List<String> reasons = new ArrayList<>();
    for (Supplier<Match> check :
        List.<Supplier<Match>>of(this::types, this::workflows, this::refs, this::paths)) {
      Match match = check.get();
      if (!match.matches()) {
        return Match.no(event + ": " + match.reason());
      }
      if (!match.reason().isEmpty()) {
        reasons.add(match.reason());
      }
    }
    return Match.yes(
        reasons.isEmpty()
            ? event + ": on: " + event.name()
            : event + ": " + String.join("; ", reasons));
  }

  private Match types() {
    boolean isNamed = !trigger.types().isEmpty();
    List<String> types =
        isNamed || !PULL_REQUESTS.contains(event.name()) ? trigger.types() : DEFAULT_TYPES;
    if (types.isEmpty() || event.action().isEmpty()) {
      return Match.UNASKED;
    }
    String filter = (isNamed ? "types: " : "types by default: ") + String.join(", ", types);
    return types.contains(event.action())
        ? new Match(true, isNamed ? "%s matches %s".formatted(event.action(), filter) : "")
        : Match.no("%s does not match %s".formatted(event.action(), filter));
  }

  private Match workflows() {
    List<String> workflows = trigger.workflows();
    if (workflows.isEmpty() || event.source().isEmpty()) {
      return Match.UNASKED;
    }
    return workflows.contains(event.source())
        ? Match.yes("%s is one of workflows".formatted(event.source()))
        : Match.no("%s is not in workflows".formatted(event.source()));
  }

  /// A pull request is filtered by what it is for. A push is of a branch or of a tag: filters of
  /// only the one let no push of the other in.
  private Match refs() {
    Names branches = names(Filter.BRANCHES, Filter.BRANCHES_IGNORE);
    if (!event.base().isEmpty()) {
      return branches.match(event.base());
    }
    Names tags = names(Filter.TAGS, Filter.TAGS_IGNORE);
    return switch (event.ref().kind()) {
      case BRANCH -> of(event.ref(), branches, tags, "tags");
      case TAG -> of(event.ref(), tags, branches, "branches");
      case NONE ->
          branches.isUnasked() && tags.isUnasked()
              ? Match.UNASKED
              : Match.no("it is on no branch, and there are filters of them");
    };
  }

  private static Match of(Ref ref, Names mine, Names other, String others) {
    return mine.isUnasked() && !other.isUnasked()
        ? Match.no("only %s are filtered, and this is %s".formatted(others, ref.kind().label()))
        : mine.match(ref.name());
  }

  private Names names(Filter wanted, Filter ignored) {
    return new Names(Patterns.of(trigger, wanted), Patterns.of(trigger, ignored));
  }

  /// Not for tags: a tag changes no files.
  private Match paths() {
    return event.ref().kind() == Ref.Kind.TAG
        ? Match.UNASKED
        : new Paths(Patterns.of(trigger, Filter.PATHS), Patterns.of(trigger, Filter.PATHS_IGNORE))
            .match(event.changes());
  }
}
