package dev.pawl.server.auth;

/// The permission that a route of the API needs. A route without one cannot be made: everything is
/// denied unless a route allows it.
public enum Permission {
  /// No token: health, and what lets somebody sign in.
  PUBLIC(null),
  /// Any valid token of a person.
  SIGNED_IN(null),
  VIEW(Role.VIEWER),
  SUBMIT(Role.RUNNER),
  /// Cancel a run: one's own, or with [Role#MAINTAINER] any.
  CANCEL(Role.RUNNER),
  APPROVE(Role.APPROVER),
  MAINTAIN(Role.MAINTAINER),
  ADMINISTER(Role.ADMIN),
  ADMINISTER_SERVER(Role.SERVER_ADMIN);

  private final @org.jspecify.annotations.Nullable Role role;

  Permission(@org.jspecify.annotations.Nullable Role role) {
    this.role = role;
  }

  /// Whether a person with that role has it.
  public boolean isGivenTo(Role caller) {
    return role == null || caller.includes(role);
  }

  /// The least role that has it, for people.
  public String needed() {
    return role == null ? (this == PUBLIC ? "none" : "any token") : role.text();
  }
}
