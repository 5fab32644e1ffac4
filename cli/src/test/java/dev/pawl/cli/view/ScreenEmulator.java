package dev.pawl.cli.view;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A terminal that understands what [FramePainter] sends: rows, a cursor, and the rows that have
/// scrolled away. Like tmux, it keeps the screen when all of it is cleared.
final class ScreenEmulator {

  private static final Pattern COMMAND = Pattern.compile("\u001b\\[(\\d*)([AJKm])");

  private final int rows;
  private final List<StringBuilder> screen = new ArrayList<>();
  private final List<String> scrollback = new ArrayList<>();
  private int row;
  private int column;

  ScreenEmulator(int rows) {
    this.rows = rows;
    for (int i = 0; i < rows; i++) {
      screen.add(new StringBuilder());
    }
  }

  void print(String text) {
    Matcher command = COMMAND.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (command.region(at, text.length()).lookingAt()) {
        execute(command.group(2).charAt(0), command.group(1));
        at = command.end();
      } else {
        put(text.charAt(at));
        at++;
      }
    }
  }

  private void execute(char command, String argument) {
    switch (command) {
      case 'A' -> row = Math.max(0, row - Integer.parseInt(argument));
      case 'K' -> screen.get(row).setLength(Math.min(column, screen.get(row).length()));
      case 'J' -> {
        if (row == 0 && column == 0) {
          screen.forEach(line -> scrollback.add(line.toString()));
        }
        screen.get(row).setLength(Math.min(column, screen.get(row).length()));
        screen.subList(row + 1, rows).forEach(line -> line.setLength(0));
      }
      default -> {}
    }
  }

  private void put(char c) {
    if (c == '\r') {
      column = 0;
    } else if (c == '\n' && row == rows - 1) {
      scrollback.add(screen.removeFirst().toString());
      screen.add(new StringBuilder());
    } else if (c == '\n') {
      row++;
    } else {
      StringBuilder line = screen.get(row);
      line.append(" ".repeat(Math.max(0, column + 1 - line.length())));
      line.setCharAt(column, c);
      column++;
    }
  }

  List<String> lines() {
    return screen.stream().map(StringBuilder::toString).filter(line -> !line.isEmpty()).toList();
  }

  List<String> scrollback() {
    return scrollback;
  }
}
