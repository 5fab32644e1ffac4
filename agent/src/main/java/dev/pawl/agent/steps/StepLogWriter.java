package dev.pawl.agent.steps;

import dev.pawl.agent.commands.CommandScanner;
import dev.pawl.agent.commands.StepCommandHandler;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.mask.MaskedStream;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.core.mask.TooManySecretsException;
import java.nio.charset.StandardCharsets;

/// Writes a step's output to its log: takes out commands, masks secrets, and ships the rest. Owned
/// by the job's thread before the output begins and after its end, by the thread that reads the
/// output in between.
final class StepLogWriter implements OutputPipe.OutputConsumer {

  private final StepCommandHandler commands;
  private final CommandScanner stream;
  private final MaskedStream masked;
  private final SecretMasks masks;

  StepLogWriter(
      int step,
      LogShipper log,
      LogTail tail,
      JobEnvironment environment,
      StepCommandHandler commands) {
    this.commands = commands;
    this.masks = environment.masks();
    this.masked =
        masks.into((bytes, length) -> {
          tail.append(bytes, length);
          log.ship(step, bytes, length);
        });
    this.stream = new CommandScanner(commands, masked, environment.limits());
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    if (masks.isOverflown()) {
      return;
    }
    try {
      stream.take(bytes, length);
    } catch (TooManySecretsException e) {
      rejectOutput(e);
    }
  }

  /// Drops all further output, of later steps too: a value that had to be masked could not be added
  /// to the masks.
  private void rejectOutput(TooManySecretsException problem) throws InterruptedException {
    show(commands.onForbidden(String.valueOf(problem.getMessage())));
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
      if (!masks.isOverflown()) {
        stream.end();
      }
    } catch (TooManySecretsException e) {
      rejectOutput(e);
    }
    masked.end();
  }

  /// Writes a message of the agent itself.
  void print(String text) throws InterruptedException {
    if (!masks.isOverflown()) {
      show(text);
    }
  }

  private void show(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    masked.take(bytes, bytes.length);
    masked.end();
  }
}
