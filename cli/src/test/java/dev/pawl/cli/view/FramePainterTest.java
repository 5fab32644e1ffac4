package dev.pawl.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;

/// Frames on a terminal.
class FramePainterTest {

  private static final Size SIZE = Size.of(20, 5);

  private final StringWriter sent = new StringWriter();
  private final FramePainter painter = new FramePainter(new PrintWriter(sent));
  private final ScreenEmulator screen = new ScreenEmulator(SIZE.getRows());

  @Test
  void framesFromTheFirstRowLeaveNothingInTheScrollback() {
    for (int frame = 0; frame < 20; frame++) {
      paint(List.of("header " + frame, "a", "b " + frame % 3));
    }

    assertThat(screen.lines()).containsExactly("header 19", "a", "b 1");
    assertThat(screen.scrollback()).isEmpty();
  }

  @Test
  void aFrameWithMoreLinesThanTheTerminalIsCut() {
    List<String> lines = IntStream.range(0, 200).mapToObj(line -> "line " + line).toList();
    paint(lines);
    paint(lines.subList(1, 200));

    assertThat(screen.lines()).containsExactly("line 1", "line 2", "line 3", "line 4");
    assertThat(screen.scrollback()).isEmpty();
  }

  @Test
  void aShorterFrameErasesTheRest() {
    paint(List.of("header", "a long line", "b"));
    paint(List.of("header", "a"));

    assertThat(screen.lines()).containsExactly("header", "a");
  }

  @Test
  void onlyChangedLinesAreSent() {
    paint(List.of("header", "same", "old"));
    assertThat(paint(List.of("header", "same", "new"))).doesNotContain("same").contains("new");
    assertThat(paint(List.of("header", "same", "new"))).isEmpty();
  }

  @Test
  void afterKeepTheNextFrameIsBelow() {
    paint(List.of("first"));
    painter.keep();
    paint(List.of("second"));

    assertThat(screen.lines()).containsExactly("first", "second");
  }

  @Test
  void linesThatWrapInANarrowerTerminalAreErasedToo() {
    painter.paint(List.of("0123456789", "b"), SIZE);
    sent.getBuffer().setLength(0);
    painter.paint(List.of("0123456789", "b"), Size.of(5, 5));

    assertThat(sent.toString()).startsWith("\r\u001b[3A012…");
  }

  /// Paints a frame and returns what was sent.
  private String paint(List<String> lines) {
    sent.getBuffer().setLength(0);
    painter.paint(lines, SIZE);
    screen.print(sent.toString());
    return sent.toString();
  }
}
