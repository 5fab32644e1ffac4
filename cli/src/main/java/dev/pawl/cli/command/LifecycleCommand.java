package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.render.MachineJson;
import dev.pawl.core.lifecycle.render.MachineText;
import dev.pawl.core.lifecycle.render.MermaidDiagram;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl lifecycle`: prints the state machines that the engine uses.
@Command(
    name = "lifecycle",
    description = "Print the state machines: states, events and transitions.")
public final class LifecycleCommand implements Callable<Integer> {

  /// The output format.
  enum Format {
    table,
    mermaid,
    json
  }

  /// The names that a shell completes.
  static final class MachineNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Lifecycles.all().stream().<String>map(Machine::name).iterator();
    }
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "MACHINE",
      completionCandidates = MachineNames.class,
      description = "run, attempt, step, lease or breaker. Default: all.")
  private Optional<String> machine = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.table;

  @Override
  public Integer call() {
    if (machine.isEmpty()) {
      System.out.print(format == Format.json ? allAsJson() : all());
      return ExitCode.SUCCESS;
    }
    Optional<Machine<?, ?>> named = Lifecycles.named(machine.get());
    if (named.isEmpty()) {
      String names = Lifecycles.all().stream().map(Machine::name).collect(Collectors.joining(", "));
      System.err.println(
          "pawl: unknown state machine '%s'. Use one of %s.".formatted(machine.get(), names));
      return ExitCode.INVALID;
    }
    System.out.print(ended(render(named.get())));
    return ExitCode.SUCCESS;
  }

  private String all() {
    return Lifecycles.all().stream()
        .map(each -> heading(each) + ended(render(each)))
        .collect(Collectors.joining("\n"));
  }

  private String heading(Machine<?, ?> machine) {
    return switch (format) {
      case table -> "";
      case mermaid -> "%% " + machine.name() + "\n";
      case json -> "";
    };
  }

  private static String allAsJson() {
    List<String> members =
        Lifecycles.all().stream()
            .map(each -> "\"%s\": %s".formatted(each.name(), MachineJson.render(each).strip()))
            .toList();
    return "{\n" + String.join(",\n", members) + "\n}\n";
  }

  private String render(Machine<?, ?> machine) {
    return switch (format) {
      case table -> MachineText.render(machine);
      case mermaid -> MermaidDiagram.render(machine);
      case json -> MachineJson.render(machine);
    };
  }

  private static String ended(String text) {
    return text.endsWith("\n") ? text : text + "\n";
  }
}
