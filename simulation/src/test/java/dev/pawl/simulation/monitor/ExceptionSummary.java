package dev.pawl.simulation.monitor;

import java.util.Arrays;
import java.util.stream.Collectors;

/// One line about an exception: the exception and the frames of ours that it came from.
public final class ExceptionSummary {

  public static String of(Throwable bug) {
    String where =
        Arrays.stream(bug.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("dev.pawl"))
            .limit(8)
            .map(frame ->
                frame.getFileName() + ":" + frame.getLineNumber() + " " + frame.getMethodName())
            .collect(Collectors.joining(" < "));
    String cause = bug.getCause() == null ? "" : ", because of " + of(bug.getCause());
    return bug + " at " + where + cause;
  }

  private ExceptionSummary() {}
}
