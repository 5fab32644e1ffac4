package dev.pawl.simulation.world;

import java.util.Arrays;
import java.util.stream.Collectors;

/// A bug in words: what it is, and where it was made.
final class ExceptionSummary {

  static String words(Throwable bug) {
    String where =
        Arrays.stream(bug.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("dev.pawl"))
            .limit(8)
            .map(frame ->
                frame.getFileName() + ":" + frame.getLineNumber() + " " + frame.getMethodName())
            .collect(Collectors.joining(" < "));
    String cause = bug.getCause() == null ? "" : ", because of " + words(bug.getCause());
    return bug + " at " + where + cause;
  }

  private ExceptionSummary() {}
}
