package dev.pawl.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.Level;
import org.slf4j.helpers.NOPLogger;

class LogFormatTest {

  private static DefaultLoggingEvent event(Level level) {
    var event = new DefaultLoggingEvent(level, NOPLogger.NOP_LOGGER);
    event.setTimeStamp(0x19_0000_0000L);
    event.setMessage("job of '{}' ended");
    event.addArgument("build\nfarm");
    event.addKeyValue("run", "r1");
    event.addKeyValue("job", "test");
    return event;
  }

  @Test
  void textIsOneLineWithItsKeys() {
    String line = LogFormat.TEXT.render(event(Level.INFO));
    assertThat(line)
        .matches("\\d\\d:\\d\\d:\\d\\d INFO  job of 'build.*farm' ended run=r1 job=test");
    assertThat(line).doesNotContain("\n");
  }

  @Test
  void jsonIsOneObjectInOneLine() {
    DefaultLoggingEvent event = event(Level.ERROR);
    event.setThrowable(new IllegalStateException("a bug"));
    assertThat(LogFormat.JSON.render(event))
        .contains("\"level\":\"error\"")
        .contains("\"message\":\"job of 'build\\nfarm' ended\",\"run\":\"r1\",\"job\":\"test\"")
        .contains("\"stackTrace\":\"java.lang.IllegalStateException: a bug\\n\\tat ")
        .doesNotContain("\n");
  }

  @Test
  void aFileGetsWarningsAndStackTracesOnly(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("pawl.log");
    LogOutput.toFile(file);
    LogOutput.write(event(Level.INFO));
    assertThat(LogOutput.file()).isEmpty();
    DefaultLoggingEvent bug = event(Level.ERROR);
    bug.setThrowable(new IllegalStateException("a bug"));
    LogOutput.write(bug);
    assertThat(LogOutput.file()).contains(file);
    assertThat(Files.readString(file))
        .contains("ERROR job of")
        .contains("java.lang.IllegalStateException: a bug\n\tat dev.pawl");
  }
}
