package dev.pawl.cli.option;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.sql.RunListQuery.Filter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The options of `pawl runs` that select runs.
public final class RunFilterOptions {

  /// The states of runs, as users write them.
  static final class StateNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return names(RunState.class).iterator();
    }
  }

  /// The phases of runs, as users write them.
  static final class PhaseNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return names(Phase.class).iterator();
    }
  }

  static final class StateConverter implements ITypeConverter<RunState> {
    @Override
    public RunState convert(String value) {
      return constant(RunState.class, value);
    }
  }

  static final class PhaseConverter implements ITypeConverter<Phase> {
    @Override
    public Phase convert(String value) {
      return constant(Phase.class, value);
    }
  }

  private static <C extends Enum<C>> List<String> names(Class<C> type) {
    return Arrays.stream(type.getEnumConstants()).map(Machine::wireName).toList();
  }

  private static <C extends Enum<C>> C constant(Class<C> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> Machine.wireName(one).equals(name))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("there is no '%s'".formatted(name)));
  }

  @Option(
      names = "--state",
      paramLabel = "STATE",
      completionCandidates = StateNames.class,
      converter = StateConverter.class,
      description = "Only runs in this state.")
  private Optional<RunState> state = Optional.empty();

  @Option(
      names = "--phase",
      paramLabel = "PHASE",
      completionCandidates = PhaseNames.class,
      converter = PhaseConverter.class,
      description =
          "Only runs in this phase: pending, waiting, running, success, failed or cancelled.")
  private Optional<Phase> phase = Optional.empty();

  @Option(names = "--branch", paramLabel = "BRANCH", description = "Only runs of this branch.")
  private Optional<String> branch = Optional.empty();

  @Option(names = "--workflow", paramLabel = "NAME", description = "Only runs of this workflow.")
  private Optional<String> workflow = Optional.empty();

  @Option(
      names = "--repository",
      paramLabel = "REPOSITORY",
      description = "Only runs of this repository.")
  private Optional<String> repository = Optional.empty();

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      description = "Only runs of this event, such as push.")
  private Optional<String> event = Optional.empty();

  @Option(
      names = "--actor",
      paramLabel = "PERSON",
      description = "Only runs that this person started.")
  private Optional<String> actor = Optional.empty();

  @Option(
      names = {"-q", "--search"},
      paramLabel = "TEXT",
      description = "Only runs whose number, commit, branch or workflow begins with TEXT.")
  private Optional<String> search = Optional.empty();

  public boolean isGiven() {
    return !filter().equals(new Filter(null, null, null, null, null, null, null, null, null));
  }

  @SuppressWarnings("NullAway") // null filters nothing
  public Filter filter() {
    return new Filter(
        state.orElse(null),
        phase.orElse(null),
        repository.orElse(null),
        null,
        workflow.orElse(null),
        branch.orElse(null),
        event.orElse(null),
        actor.map(name -> name.contains(":") ? name : "person:" + name).orElse(null),
        search.orElse(null));
  }
}
