package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.StoreOption;
import dev.pawl.cli.workflows.JobReference;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// An action of a person on one run (retry, skip, rerun), with the options that select the store
/// and the run: on the local store or a server through [RunClient], on a PostgreSQL store decided
/// by the engine here. Orchestrators may serve the same store meanwhile.
public final class RunIntervention {

  @Mixin private RunSelector selector = new RunSelector();
  @Mixin private StoreOption store = new StoreOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = RunSelector.RUN + " Default: the latest run.")
  private Optional<String> reference = Optional.empty();

  /// The action on a run of a server; returns the exit code.
  public interface Action {
    int on(Run run, OperatorActions actions);
  }

  /// A usage error of the command.
  ParameterException usageError(String what) {
    return selector.usageError(what);
  }

  RunSelector selector() {
    return selector;
  }

  /// Finds the run and performs the action on it.
  ///
  /// @param local the action on a run of the local store
  public int perform(Action action, LocalRunSelector.Use local) throws InterruptedException {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw usageError(problem.get());
    }
    if (store.isPostgres() && selector.server().isFlagGiven()) {
      throw usageError("--store and --server exclude each other");
    }
    return store.isPostgres() ? postgres(action) : selector.with(reference, local);
  }

  private String number() {
    return reference.orElse("").replaceFirst("^#", "");
  }

  private int postgres(Action action) {
    try (PostgresStore open = store.openPostgres()) {
      Optional<RunRow> found =
          reference.isPresent()
              ? open.queries().find(number())
              : open.queries().latest(1).stream().findFirst();
      if (found.isEmpty()) {
        return RunSelector.reject(
            ExitCode.INVALID,
            open.queries()
                .findPruned(number())
                .map(RunSelector::facts)
                .orElse("run '%s' not found in %s".formatted(number(), store.displayName())));
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
                  "run #%d was not changed: it is being changed by others. Try again."
                      .formatted(requested.number())));
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

  Job job(Run run, String reference) {
    List<JobReference.Candidate> jobs = new ArrayList<>();
    run.jobs()
        .forEach(
            job -> jobs.add(new JobReference.Candidate(job.planned().id(), job.planned().name())));
    String id = selector.jobId("run #" + run.origin().number(), jobs, reference);
    return run.job(id).orElseThrow();
  }

  /// Prints the decision and returns its exit code.
  ///
  /// @param done the message if the command was accepted
  public static int report(Decision decision, Function<Run, String> done) {
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
    return RunSelector.reject(ExitCode.UNAVAILABLE, why);
  }
}
