package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RunHeader;
import java.io.IOError;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// Asks at the terminal whether to approve a held job: `a` approves, `r` rejects after `y`. Keys
/// are read one by one only while a job is held; Ctrl+C stays a signal. Used by one thread.
final class ApprovalPrompt {

  private final Terminal terminal;
  private final Approvals approvals;
  private @Nullable Attributes before;
  private String answered = "";
  private boolean isRejecting;

  ApprovalPrompt(Terminal terminal, Approvals approvals) {
    this.terminal = terminal;
    this.approvals = approvals;
  }

  /// Reads a key if a job is held, and returns the line that asks for the next one.
  String ask(RunHeader run, Optional<JobSnapshot> held) {
    Optional<JobSnapshot> asked = held.filter(job -> !answered.equals(run.id() + "/" + job.ref()));
    try {
      if (asked.isEmpty()) {
        restore();
        return "";
      }
      if (before == null) {
        before = readSingleKeys();
      }
      answer(run, asked.get(), terminal.reader().read(1));
    } catch (IOException | IOError _) {
      return "";
    }
    String name = asked.get().displayName();
    return isRejecting
        ? "reject '%s'? Press y to reject it, any other key to keep waiting.".formatted(name)
        : "'%s' is held: press a to approve, r to reject.".formatted(name);
  }

  /// Makes keys readable one by one, without echo, and returns the attributes before. Raw mode
  /// would also take away the signal of Ctrl+C.
  private Attributes readSingleKeys() {
    Attributes usual = terminal.getAttributes();
    var single = new Attributes(usual);
    single.setLocalFlags(EnumSet.of(LocalFlag.ICANON, LocalFlag.ECHO), false);
    single.setControlChar(ControlChar.VMIN, 1);
    single.setControlChar(ControlChar.VTIME, 0);
    terminal.setAttributes(single);
    return usual;
  }

  private void answer(RunHeader run, JobSnapshot job, int key) {
    if (key < 0) {
      return;
    }
    boolean isConfirmed = isRejecting && (key == 'y' || key == 'Y');
    boolean isApproved = !isRejecting && (key == 'a' || key == 'A');
    isRejecting = !isRejecting && (key == 'r' || key == 'R');
    if (isApproved || isConfirmed) {
      answered = run.id() + "/" + job.ref();
    }
    if (isApproved) {
      approvals.approve(run, job.id());
    } else if (isConfirmed) {
      approvals.reject(run, job.id());
    }
  }

  /// Restores the terminal's mode.
  void restore() {
    isRejecting = false;
    if (before != null) {
      terminal.setAttributes(before);
      before = null;
    }
  }
}
