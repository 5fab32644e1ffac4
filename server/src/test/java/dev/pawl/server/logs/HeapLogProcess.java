package dev.pawl.server.logs;

import java.util.ArrayList;
import java.util.List;

/// A process that keeps what is printed in its heap.
final class HeapLogProcess {

  /// Holds the lines of one step.
  ///
  /// @param args the number of lines
  public static void main(String[] args) {
    List<byte[]> held = new ArrayList<>();
    for (int line = 1; line <= Integer.parseInt(args[0]); line++) {
      held.add(PrintedLines.lines(0, line, line + 1));
    }
    System.out.println(held.size());
  }

  private HeapLogProcess() {}
}
