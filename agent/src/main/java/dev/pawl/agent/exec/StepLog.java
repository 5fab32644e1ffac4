package dev.pawl.agent.exec;

import dev.pawl.agent.commands.CommandStream;
import dev.pawl.agent.commands.Notices;
import dev.pawl.agent.commands.StepCommands;
import dev.pawl.agent.logs.ByteSink;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.mask.MaskedStream;
import dev.pawl.agent.mask.Masks;
import dev.pawl.agent.mask.TooMuchToMask;
import java.nio.charset.StandardCharsets;

/// The way from what a step prints to its log: commands are taken out, then secrets, and the rest
/// is shipped. Owned by the job's thread before the output begins and after its end, by the thread
/// that carries the output in between.
final class StepLog implements ByteSink {

  private final StepCommands commands;
  private final CommandStream stream;
  private final MaskedStream masked;
  private boolean isMute;

  StepLog(int step, LogShipper log, Tail tail, Masks masks, StepCommands commands) {
    this.commands = commands;
    this.masked =
        masks.into((bytes, length) -> {
          tail.add(bytes, length);
          log.ship(step, bytes, length);
        });
    this.stream = new CommandStream(commands, masked);
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    if (isMute) {
      return;
    }
    try {
      stream.take(bytes, length);
    } catch (TooMuchToMask e) {
      mute(e);
    }
  }

  /// What was to be masked cannot be, and must not be seen.
  private void mute(TooMuchToMask problem) throws InterruptedException {
    isMute = true;
    commands.refuse(String.valueOf(problem.getMessage()));
    print(Notices.error(commands.refusal()));
  }

  /// Whether something is held back that might be shown.
  boolean isHolding() {
    return masked.isHolding() || stream.isUndecided();
  }

  /// Nothing has come for a while.
  void pause() throws InterruptedException {
    stream.pause();
    masked.pause();
  }

  /// Nothing more comes of the step.
  void end() throws InterruptedException {
    try {
      stream.end();
    } catch (TooMuchToMask e) {
      mute(e);
    }
    masked.end();
  }

  /// What the agent has to say.
  void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    masked.take(bytes, bytes.length);
    masked.end();
  }
}
