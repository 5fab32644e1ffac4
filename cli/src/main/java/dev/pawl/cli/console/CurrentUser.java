package dev.pawl.cli.console;

import dev.pawl.core.identity.Actor;

/// Who types the command, as the journal names them.
public final class CurrentUser {

  public static Actor actor() {
    return Actor.person(System.getProperty("user.name"));
  }

  private CurrentUser() {}
}
