package dev.pawl.cli.command.runs;

import dev.pawl.cli.configuration.ToolsFile;
import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.LocalRunOptions;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.option.SecretOptions;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Executes another attempt of a local run in this process, with the options of the run before.
@Command
final class LocalRerun {

  @Mixin private LocalRunSelector selector = new LocalRunSelector();
  @Mixin private SecretOptions secretOptions = new SecretOptions();

  @Option(
      names = "--approve-all",
      description = "Approve every job that is held for approval. Also if the run before did.")
  private boolean approveAll;

  @Mixin private ViewOptions view = new ViewOptions();

  /// Runs it again, and returns the exit code of its result.
  ///
  /// @param scope the jobs to run again
  /// @param skipped the jobs to skip, as the user named them
  int run(RunClient runs, RunRow before, Selection scope, List<String> skipped)
      throws InterruptedException {
    if (before.endedAt() == null && runs.interruption(before).isEmpty()) {
      return RunSelector.reject(
          ExitCode.UNAVAILABLE,
          "run #%d has not ended: it is %s. Watch it with `pawl watch %d`, or cancel it with `pawl cancel %d`."
              .formatted(before.number(), before.state(), before.number(), before.number()));
    }
    RunRow latest = runs.find(Long.toString(before.number())).orElse(before);
    if (!latest.id().equals(before.id())) {
      return RunSelector.reject(
          ExitCode.UNAVAILABLE,
          "attempt %d is not the latest attempt of run #%d. Run `pawl rerun %d` to run it again."
              .formatted(before.runAttempt(), before.number(), before.number()));
    }
    List<AttemptRow> attempts = runs.attempts(before.id());
    if (scope instanceof Selection.Failed && attempts.stream().allMatch(LocalRerun::isDone)) {
      return RunSelector.reject(
          ExitCode.UNAVAILABLE,
          "run #%d has no failed job. Run `pawl rerun %d` to run all of it again."
              .formatted(before.number(), before.number()));
    }
    List<String> skips =
        skipped.stream().map(job -> selector.jobId(before, attempts, job)).distinct().toList();
    LocalRunOptions options = options(before);
    SecretOptions secrets = secretOptions.after(options.secretVariables(), options.secretFiles());
    var settings =
        new LocalRunSettings(
            options.with(secrets.variables(), secrets.files(), approveAll),
            secrets.secrets(),
            ToolsFile.in(selector.project().project().stateDirectory()));
    var again =
        new LocalRun(
            new IdGenerator(InstantSource.system()).run(),
            selector.project().project(),
            RepositoryState.in(selector.project().project().directory()),
            settings,
            CurrentUser.actor(),
            view);
    return again.rerun(before.id(), new RerunCreation.Selection(scope, skips));
  }

  private static boolean isDone(AttemptRow attempt) {
    return attempt.state().equals("success") || attempt.state().equals("skipped");
  }

  private LocalRunOptions options(RunRow run) {
    return LocalRunOptions.of(selector.project().project(), run.number());
  }
}
