package dev.pawl.cli.console;

import dev.pawl.core.identity.Actor;

/// The user of this process, as the actor in journals.
public final class CurrentUser {

  public static Actor actor() {
    return Actor.person(System.getProperty("user.name"));
  }

  private CurrentUser() {}
}
