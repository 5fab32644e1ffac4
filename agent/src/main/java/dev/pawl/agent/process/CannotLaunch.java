package dev.pawl.agent.process;

import java.io.IOException;

/// A process could not be started. The message says why, for people.
public final class CannotLaunch extends IOException {

  private static final long serialVersionUID = 1;

  CannotLaunch(String why) {
    super(why);
  }
}
