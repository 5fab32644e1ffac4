package dev.pawl.agent.process;

import java.io.IOException;

/// A process could not be started. The message says why, for people.
public final class LaunchException extends IOException {

  private static final long serialVersionUID = 1;

  LaunchException(String why) {
    super(why);
  }
}
