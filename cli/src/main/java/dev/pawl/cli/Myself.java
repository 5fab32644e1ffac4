package dev.pawl.cli;

import dev.pawl.core.engine.Actor;

/// Who types the command, as the journal names them.
final class Myself {

  static Actor actor() {
    return Actor.person(System.getProperty("user.name"));
  }

  private Myself() {}
}
