package dev.pawl.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// What every command is given that does something about a run: which store, and which run.
final class ActingOptions {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "Its number, or the beginning of its id.")
  private String run = "";

  Acting acting() {
    return new Acting(project, store, run);
  }

  ParameterException misuse(String what) {
    return project.misuse(what);
  }
}
