package dev.pawl.server.auth;

import dev.pawl.core.command.Reviewer;
import dev.pawl.core.identity.Actor;
import java.util.List;

/// The person that makes a request, as their token says.
///
/// @param token the id of the token
public record Principal(String token, String user, List<String> teams, String org, Role role) {

  public Principal {
    teams = List.copyOf(teams);
  }

  static Principal of(StoredToken token) {
    return new Principal(token.id(), token.name(), token.teams(), token.org(), token.role());
  }

  /// Whether the org exists for this person.
  public boolean sees(String other) {
    return role == Role.SERVER_ADMIN || org.equals(other);
  }

  /// Whether they may cancel a run.
  ///
  /// @param startedBy who started it, as the store has it
  public boolean mayCancel(String startedBy) {
    return role.includes(Role.MAINTAINER) || startedBy.equals(actor().toString());
  }

  public Actor actor() {
    return Actor.person(user);
  }

  public Reviewer reviewer() {
    return new Reviewer(actor(), teams);
  }
}
