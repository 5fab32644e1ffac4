package dev.pawl.core.engine;

/// One line of the journal: who took which row of which machine, for which entity, and why.
///
/// @param entity which one, for people: the run's id, `build/1` for an attempt, `build/1#2` for its
///   second lease, `build/1/3` for its fourth step
/// @param cause the event, with the facts that a replay needs
public record Transition(
    String machine,
    String entity,
    String from,
    String event,
    String to,
    Actor actor,
    Event cause) {}
