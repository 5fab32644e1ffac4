package dev.pawl.cli.setup;

import dev.pawl.cli.console.ExitCode;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl completion`: prints the script by which a shell completes commands and options.
@Command(
    name = "completion",
    description = "Print the script that completes pawl's commands and options in a shell.",
    footer = {
      "",
      "bash: add to ~/.bashrc: source <(pawl completion bash)",
      "zsh:  pawl completion zsh > \"$${fpath[1]}/_pawl\"",
      "fish: pawl completion fish > ~/.config/fish/completions/pawl.fish"
    })
public final class CompletionCommand implements Callable<Integer> {

  /// The shells that have a script.
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    System.out.print(script(shell, Objects.requireNonNull(spec, "picocli sets it").root()));
    return ExitCode.SUCCESS;
  }

  static String script(Shell shell, CommandSpec root) {
    List<CommandEntry> commands = CommandEntry.all(root);
    return switch (shell) {
      case bash -> BashCompletion.render(commands);
      case zsh -> ZshCompletion.render(commands);
      case fish -> FishCompletion.render(commands);
    };
  }
}
