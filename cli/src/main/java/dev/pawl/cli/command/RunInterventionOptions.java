package dev.pawl.cli.command;

import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StoreOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// The options of commands that change a run: the store and the run.
final class RunInterventionOptions {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's number, or the beginning of its id.")
  private String run = "";

  RunIntervention intervention() {
    return new RunIntervention(project, store, run);
  }

  ParameterException usageError(String what) {
    return project.usageError(what);
  }
}
