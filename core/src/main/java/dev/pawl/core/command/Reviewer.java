package dev.pawl.core.command;

import dev.pawl.core.identity.Actor;
import java.util.ArrayList;
import java.util.List;

/// A person who approves or rejects.
///
/// @param teams the person's teams, as `team:ops`
/// @param isStoreOwner whether the person owns the local store: then they may decide about every
///   hold, of their own runs too, and count for all approvals that are required
public record Reviewer(Actor actor, List<String> teams, boolean isStoreOwner) {

  public Reviewer {
    teams = List.copyOf(teams);
  }

  public Reviewer(Actor actor, List<String> teams) {
    this(actor, teams, false);
  }

  /// The owner of a local store.
  public static Reviewer storeOwner(Actor actor) {
    return new Reviewer(actor, List.of(), true);
  }

  public String name() {
    return actor.name();
  }

  /// The names by which a list of reviewers may contain the person.
  public List<String> names() {
    List<String> names = new ArrayList<>(teams);
    names.add(name());
    return names;
  }
}
