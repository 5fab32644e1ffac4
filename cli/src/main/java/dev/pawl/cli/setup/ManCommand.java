package dev.pawl.cli.setup;

import dev.pawl.cli.console.ExitCode;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `pawl man`: prints the manual page.
@Command(
    name = "man",
    description = "Print the manual page pawl(1). To read it: pawl man | man -l -")
public final class ManCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec root = Objects.requireNonNull(spec, "picocli sets it").root();
    System.out.print(ManPage.render(CommandEntry.all(root)));
    return ExitCode.SUCCESS;
  }
}
