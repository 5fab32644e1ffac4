package dev.pawl.agent.exec;

import dev.pawl.agent.commands.CommandStream;
import dev.pawl.agent.commands.StepCommands;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.mask.MaskedStream;
import dev.pawl.agent.mask.Masks;
import dev.pawl.core.mask.TooMuchToMask;
import java.nio.charset.StandardCharsets;

/// The way from what a step prints to its log: commands are taken out, then secrets, and the rest
/// is shipped. Owned by the job's thread before the output begins and after its end, by the thread
/// that carries the output in between.
final class StepLog implements StepOutput.Taker {

  private final StepCommands commands;
  private final CommandStream stream;
  private final MaskedStream masked;
  private final Masks masks;

  StepLog(int step, LogShipper log, Tail tail, Masks masks, StepCommands commands) {
    this.commands = commands;
    this.masks = masks;
    this.masked =
        masks.into((bytes, length) -> {
          tail.add(bytes, length);
          log.ship(step, bytes, length);
        });
    this.stream = new CommandStream(commands, masked);
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    if (masks.isTooMuch()) {
      return;
    }
    try {
      stream.take(bytes, length);
    } catch (TooMuchToMask e) {
      fallSilent(e);
    }
  }

  /// What was to be masked cannot be, and must not be seen: neither here nor in a later step.
  private void fallSilent(TooMuchToMask problem) throws InterruptedException {
    show(commands.isRefused(String.valueOf(problem.getMessage())));
  }

  @Override
  public boolean isHolding() {
    return masked.isHolding() || stream.isUndecided();
  }

  @Override
  public void pause() throws InterruptedException {
    stream.pause();
    masked.pause();
  }

  @Override
  public void end() throws InterruptedException {
    try {
      if (!masks.isTooMuch()) {
        stream.end();
      }
    } catch (TooMuchToMask e) {
      fallSilent(e);
    }
    masked.end();
  }

  /// What the agent has to say.
  void print(String text) throws InterruptedException {
    if (!masks.isTooMuch()) {
      show(text);
    }
  }

  private void show(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    masked.take(bytes, bytes.length);
    masked.end();
  }
}
