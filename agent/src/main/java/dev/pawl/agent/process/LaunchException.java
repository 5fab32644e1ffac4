package dev.pawl.agent.process;

import java.io.IOException;

/// A process that could not be started. The message is for users.
public final class LaunchException extends IOException {

  private static final long serialVersionUID = 1;

  public LaunchException(String why) {
    super(why);
  }
}
