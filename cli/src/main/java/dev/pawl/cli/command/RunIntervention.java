package dev.pawl.cli.command;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StoreOption;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.InstantSource;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// An action of a person on one run (retry, skip, rerun), decided by the engine, with the options
/// that select the store and the run. Orchestrators may serve the same store meanwhile.
final class RunIntervention {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's number, or the beginning of its id.")
  private String reference = "";

  /// The action on the run; returns the exit code.
  interface Action {
    int on(Run run, OperatorActions actions);
  }

  /// A usage error of the command.
  ParameterException usageError(String what) {
    return project.usageError(what);
  }

  /// Finds the run and performs the action on it.
  ///
  /// @param again the further arguments of the `pawl run` that would repeat the run
  int perform(Action action, String again) {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.usageError(problem.get());
    }
    return store.isPostgres()
        ? postgres(action)
        : project.inspect(Optional.of(reference), System.err, (_, run) -> local(run, again));
  }

  /// Rejects the action on a run of `pawl run`: only its own process decides about it, and once
  /// that has ended nothing would execute a new attempt.
  private static int local(RunRow run, String again) {
    String instead = "pawl run %s%s".formatted(ShellWord.of(run.file()), again);
    System.err.println(
        PrintableText.line(
            run.endedAt() == null
                ? "pawl: run #%d cannot be changed: the `pawl run` that executes it is still running. Wait for its end, then run `%s`."
                    .formatted(run.number(), instead)
                : "pawl: run #%d cannot be changed: it has ended and no server serves this store. Run `%s`."
                    .formatted(run.number(), instead)));
    return ExitCode.UNAVAILABLE;
  }

  private int postgres(Action action) {
    try (PostgresStore open = store.openPostgres()) {
      Optional<RunRow> found = open.queries().find(reference.replaceFirst("^#", ""));
      if (found.isEmpty()) {
        System.err.println(
            "pawl: "
                + ProjectOption.prunedMessage(open.queries(), reference)
                    .orElse("run '%s' not found in %s".formatted(reference, store.displayName())));
        return ExitCode.INVALID;
      }
      return perform(action, open, found.get());
    }
  }

  private int perform(Action action, PostgresStore open, RunRow requested) {
    Optional<String> successor = successor(open, requested);
    if (successor.isPresent()) {
      return reject(successor.get());
    }
    var engine = new Engine(Deadlines.DEFAULT);
    var actions =
        new OperatorActions(
            open, engine, CurrentUser.actor(), new IdGenerator(InstantSource.system()));
    try {
      return action.on(open.run(requested.id()).orElseThrow(), actions);
    } catch (CommitConflict _) {
      return reject(
          successor(open, requested)
              .orElse(
                  "run '%s' was not changed: it is being changed by others. Try again."
                      .formatted(reference)));
    } catch (ConstraintViolation e) {
      // Two reruns at the same time: the store accepts one.
      return reject(successor(open, requested).orElseThrow(() -> e));
    }
  }

  /// A message that names the rerun of this run, if there is one; it may have been made just now.
  private static Optional<String> successor(PostgresStore open, RunRow requested) {
    RunRow latest = open.queries().find(Long.toString(requested.number())).orElseThrow();
    if (latest.id().equals(requested.id())) {
      return Optional.empty();
    }
    return Optional.of(
        "run #%d was not changed: it has already been rerun as %s, which is %s. Run `pawl rerun %d` once that has ended."
            .formatted(requested.number(), latest.id(), latest.state(), requested.number()));
  }

  Job job(Run run, String id) {
    return run.job(id)
        .orElseThrow(() ->
            project.usageError(
                "run #%d has no job '%s'. Its jobs are %s"
                    .formatted(run.origin().number(), id, ids(run))));
  }

  private static String ids(Run run) {
    var ids = new StringJoiner(", ");
    run.jobs().forEach(job -> ids.add(job.planned().id()));
    return ids.toString();
  }

  /// Prints the decision and returns its exit code.
  ///
  /// @param done the message if the command was accepted
  static int report(Decision decision, Function<Run, String> done) {
    return switch (decision) {
      case Decision.Accepted accepted -> {
        System.out.println(PrintableText.line(done.apply(accepted.run())));
        yield ExitCode.SUCCESS;
      }
      case Decision.Late(var why) -> reject(why);
      case Decision.Refused(var refusal) -> {
        int code = reject(refusal.message());
        yield refusal.code() == Refusal.Code.UNKNOWN ? ExitCode.INVALID : code;
      }
    };
  }

  static int reject(String why) {
    System.err.println(PrintableText.line("pawl: " + why));
    return ExitCode.UNAVAILABLE;
  }
}
