package dev.pawl.core.engine;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One line of the journal: the row of a machine that was taken, by whom, for which entity, and
/// why.
///
/// @param machine the machine; [#FACT] if none moved
/// @param entity the entity, for people: the run's id, `build/1` for an attempt, `build/1#2` for
///   its second lease, `build/1/3` for its fourth step
/// @param message why it happened, in words; empty if the reason of the event has words
/// @param cause the event, with the data that a replay needs
public record Transition(
    String machine,
    String entity,
    String from,
    String event,
    String to,
    Actor actor,
    Optional<String> message,
    DomainEvent cause) {

  /// The value of `machine` for a fact, which moves no machine.
  public static final String FACT = "fact";

  /// A line whose event has the words.
  public Transition(
      String machine,
      String entity,
      String from,
      String event,
      String to,
      Actor actor,
      DomainEvent cause) {
    this(machine, entity, from, event, to, actor, Optional.empty(), cause);
  }

  static <S extends Enum<S>, E extends Enum<E>> Transition of(
      Machine<S, E> machine, S from, E row, String entity, Actor by, DomainEvent cause) {
    var taken = machine.row(from, row).orElseThrow();
    return new Transition(
        machine.name(),
        entity,
        Machine.wireName(from),
        row.name(),
        Machine.wireName(taken.to()),
        responsible(by, taken.owners()),
        cause);
  }

  /// The actor to record for a row that a command of `by` triggered: `by` where the row allows it;
  /// otherwise the orchestrator for a consequence, the clock for a deadline that the command cut
  /// short, the planner for a plan that never arrived, or a policy for a timeout, fail-fast or a
  /// newer run.
  private static Actor responsible(Actor by, List<ActorKind> owners) {
    if (owners.contains(by.kind())) {
      return by;
    }
    return Stream.of(Actor.ORCHESTRATOR, Actor.CLOCK, Actor.PLANNER, Actor.POLICY)
        .filter(actor -> owners.contains(actor.kind()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(by + " may not cause an event of " + owners));
  }

  static Transition fact(String what, String entity, Actor by, DomainEvent cause) {
    return new Transition(FACT, entity, "", what, "", by, cause);
  }

  /// Why it happened: the code of its event, and words that are never empty.
  public Reason reason() {
    Reason reason = cause.reason();
    return message.map(words -> Reason.of(reason.code(), words)).orElse(reason);
  }

  /// Whether its event has no words.
  boolean lacksWords() {
    return message.isEmpty() && cause.reason().message().isEmpty();
  }

  Transition saying(String words) {
    return new Transition(machine, entity, from, event, to, actor, Optional.of(words), cause);
  }

  /// Whether a machine moved.
  public boolean isMove() {
    return !machine.equals(FACT);
  }
}
