package dev.pawl.agent.steps;

import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.process.ProgramLookup;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StepProcess.ProcessResult;
import dev.pawl.agent.workspace.JobWorkspace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;

/// Runs scripts in a job's workspace: writes the script to a file, starts it as a process group of
/// its own, reads its output to the end, and returns how it ended.
public final class ScriptRunner {

  private final JobWorkspace workspace;

  public ScriptRunner(JobWorkspace workspace) {
    this.workspace = workspace;
  }

  /// Runs the script of a step.
  ///
  /// @param name the name of the files that belong to this try, unique in the job
  ProcessResult run(
      String name, StepScript script, OutputPipe.OutputConsumer output, StepLimits limits)
      throws StepStartException, InterruptedException {
    // In a namespace the PATH may lead to directories that only the job sees.
    StepScript executable = workspace.namespace().isEmpty() ? withShellFound(script) : script;
    checkVariables(script);
    try {
      return run("step-" + name, name, executable, output, limits);
    } catch (IOException e) {
      String why =
          e instanceof FileSystemException file ? "cannot write " + file.getFile() : e.getMessage();
      throw new StepStartException("the step could not be started: " + why, script.source());
    }
  }

  /// Runs a script that belongs to no step.
  public ProcessResult run(
      String file,
      String pipeName,
      StepScript script,
      OutputPipe.OutputConsumer output,
      StepLimits limits)
      throws IOException, InterruptedException {
    Path path = workspace.write(file + script.shell().extension(), script.text() + "\n");
    try (var pipe = new OutputPipe(workspace.pipe(pipeName), output)) {
      var launch =
          new LaunchSpec(
              script.shell().commandFor(path),
              script.directory(),
              script.environment(),
              pipe.path());
      ProcessResult result = workspace.processes().run(launch, limits);
      pipe.await();
      return result;
    }
  }

  /// The script with its shell by its path, so that what starts it need not look for it again.
  /// Another user looks itself, because it may not execute what the agent finds first.
  private StepScript withShellFound(StepScript script) throws StepStartException {
    String program = script.shell().program();
    Path found =
        ProgramLookup.find(program, script.environment(), script.directory())
            .orElseThrow(() ->
                new StepStartException(
                    "the shell of the step needs '%s', which is not on the PATH".formatted(program),
                    script.source()));
    boolean isOtherUser = workspace.slot().user().isPresent();
    return isOtherUser ? script : script.withShell(script.shell().at(found));
  }

  private static void checkVariables(StepScript script) throws StepStartException {
    for (Map.Entry<String, String> variable : script.environment().entrySet()) {
      String name = variable.getKey();
      boolean isInvalid =
          name.isEmpty()
              || name.indexOf('=') >= 0
              || name.indexOf('\0') >= 0
              || variable.getValue().indexOf('\0') >= 0;
      if (isInvalid) {
        throw new StepStartException(
            "the environment variable '%s' cannot be set: its name is empty or has a '=', or there is a zero byte in it"
                .formatted(name.replace('\0', ' ')),
            script.source());
      }
    }
  }
}
