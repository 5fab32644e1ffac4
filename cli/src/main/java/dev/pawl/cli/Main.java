package dev.pawl.cli;

import dev.pawl.cli.client.ServerProblem;
import dev.pawl.cli.command.AgentCommand;
import dev.pawl.cli.command.BackupCommand;
import dev.pawl.cli.command.DoctorCommand;
import dev.pawl.cli.command.EvalCommand;
import dev.pawl.cli.command.KeyCommand;
import dev.pawl.cli.command.LifecycleCommand;
import dev.pawl.cli.command.PlanCommand;
import dev.pawl.cli.command.PruneCommand;
import dev.pawl.cli.command.ServerCommand;
import dev.pawl.cli.command.TokenCommand;
import dev.pawl.cli.command.ValidateCommand;
import dev.pawl.cli.command.remote.AgentsCommand;
import dev.pawl.cli.command.remote.BreakersCommand;
import dev.pawl.cli.command.remote.GroupsCommand;
import dev.pawl.cli.command.remote.LoginCommand;
import dev.pawl.cli.command.remote.LogoutCommand;
import dev.pawl.cli.command.remote.OrgCommand;
import dev.pawl.cli.command.remote.QueueCommand;
import dev.pawl.cli.command.remote.ToolsCommand;
import dev.pawl.cli.command.remote.WhoamiCommand;
import dev.pawl.cli.command.runs.ApproveCommand;
import dev.pawl.cli.command.runs.CancelCommand;
import dev.pawl.cli.command.runs.HistoryCommand;
import dev.pawl.cli.command.runs.LogsCommand;
import dev.pawl.cli.command.runs.RejectCommand;
import dev.pawl.cli.command.runs.RerunCommand;
import dev.pawl.cli.command.runs.ResumeCommand;
import dev.pawl.cli.command.runs.RetryCommand;
import dev.pawl.cli.command.runs.RunCommand;
import dev.pawl.cli.command.runs.RunsCommand;
import dev.pawl.cli.command.runs.ShowCommand;
import dev.pawl.cli.command.runs.SkipCommand;
import dev.pawl.cli.command.runs.SubmitCommand;
import dev.pawl.cli.command.runs.WatchCommand;
import dev.pawl.cli.command.runs.WhyCommand;
import dev.pawl.cli.configuration.InvalidConfigurationException;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ErrorExit;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.local.PawlVersion;
import dev.pawl.cli.local.RunPreparation;
import dev.pawl.cli.local.RunQuarantinedException;
import dev.pawl.cli.logging.LogOutput;
import dev.pawl.cli.logging.LogProvider;
import dev.pawl.cli.service.UnauthorizedException;
import dev.pawl.cli.setup.CompletionCommand;
import dev.pawl.cli.setup.InitCommand;
import dev.pawl.cli.setup.ManCommand;
import dev.pawl.server.api.PortUnavailable;
import dev.pawl.server.orchestrator.OrchestratorUnavailable;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The entry point of the command line: dispatches to the command classes, and turns exceptions
/// into messages and exit codes.
@Command(
    name = "pawl",
    description = "Run CI workflows on this machine, or serve them to agents.",
    version = "pawl " + PawlVersion.TEXT,
    footer = {
      "",
      "Exit codes: 0 success, 1 the run failed, 2 wrong usage or invalid workflow,",
      "3 unavailable or rejected, 4 unauthorized, 130 cancelled.",
      "",
      "Start with `pawl run FILE`. `pawl COMMAND --help` describes a command."
    })
public final class Main implements Runnable {

  /// All commands, in the order of the help. Each class is named after its command.
  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          PlanCommand.class,
          ValidateCommand.class,
          InitCommand.class,
          EvalCommand.class,
          SubmitCommand.class,
          RunsCommand.class,
          ShowCommand.class,
          LogsCommand.class,
          HistoryCommand.class,
          WhyCommand.class,
          WatchCommand.class,
          CancelCommand.class,
          ApproveCommand.class,
          RejectCommand.class,
          ResumeCommand.class,
          RerunCommand.class,
          RetryCommand.class,
          SkipCommand.class,
          QueueCommand.class,
          AgentsCommand.class,
          GroupsCommand.class,
          BreakersCommand.class,
          ToolsCommand.class,
          LoginCommand.class,
          LogoutCommand.class,
          WhoamiCommand.class,
          DoctorCommand.class,
          PruneCommand.class,
          BackupCommand.class,
          ServerCommand.class,
          AgentCommand.class,
          OrgCommand.class,
          TokenCommand.class,
          KeyCommand.class,
          LifecycleCommand.class,
          CompletionCommand.class,
          ManCommand.class);

  private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

  private static final Set<Class<?>> COMMANDS_ABOUT_COMMANDS =
      Set.of(CompletionCommand.class, ManCommand.class);

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = {WorkingDirectory.OPTION, "--directory"},
      paramLabel = "DIR",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Work in DIR, as if pawl had been started there.")
  @SuppressWarnings("UnusedVariable") // WorkingDirectory reads it
  private Path directory = Path.of("");

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean version;

  public static void main(String[] args) {
    prepareProcess();
    RunPreparation.begin(args);
    try {
      System.exit(execute(args));
    } catch (Error e) { // other threads would keep the process alive
      ErrorExit.end(Thread.currentThread(), e);
    }
  }

  /// Sets what concerns the whole process: locale, output, logging, and the end by an error.
  static void prepareProcess() {
    // Programs read this output too, so it does not depend on the user's locale.
    Locale.setDefault(Locale.ROOT);
    // Always UTF-8: in another encoding the signs would be question marks.
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
    LogProvider.install();
    ErrorExit.install();
  }

  public static int execute(String... args) {
    String[] withHelpOption = withHelpOption(args);
    return commandLine(withHelpOption)
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(new UsageErrorHandler())
        .setExecutionExceptionHandler((problem, _, _) -> explain(problem))
        .execute(withHelpOption);
  }

  /// The command line for these arguments, with the commands that they may need: to read the
  /// annotations of all takes longer than most commands run.
  public static CommandLine commandLine(String... args) {
    if (args.length == 1 && VERSION_OPTIONS.contains(args[0])) {
      return withCommands(List.of());
    }
    List<Class<?>> named =
        COMMANDS.stream().filter(command -> args.length > 0 && isNamed(command, args[0])).toList();
    return withCommands(
        named.isEmpty() || COMMANDS_ABOUT_COMMANDS.contains(named.getFirst()) ? COMMANDS : named);
  }

  private static boolean isNamed(Class<?> command, String name) {
    return command.getSimpleName().toLowerCase(Locale.ROOT).equals(name + "command");
  }

  /// The command line with all commands.
  public static CommandLine withAllCommands() {
    return withCommands(COMMANDS);
  }

  private static CommandLine withCommands(List<Class<?>> commands) {
    var line = new CommandLine(new Main());
    commands.forEach(line::addSubcommand);
    // picocli does it only for commands that are there when the line is constructed.
    line.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> command.modelTransformer() != null)
        .forEach(command -> command.modelTransformer().transform(command));
    return line;
  }

  /// Turns `pawl help run` into `pawl run --help`.
  private static String[] withHelpOption(String[] args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    String[] withHelpOption = Arrays.copyOfRange(args, 1, args.length + 1);
    withHelpOption[args.length - 1] = "--help";
    return withHelpOption;
  }

  /// Prints the usage when no command is given.
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    line.usage(line.getOut());
  }

  /// Prints one line for the user. The stack trace follows if the variable `PAWL_DEBUG` is set.
  private static int explain(Exception problem) {
    if (problem instanceof InvalidConfigurationException invalid) {
      System.err.print(
          invalid.isOfFile() ? invalid.getMessage() : "pawl: %s\n".formatted(invalid.getMessage()));
      return ExitCode.INVALID;
    }
    if (problem instanceof ServerProblem rejected) {
      String why = String.valueOf(rejected.getMessage()).stripTrailing();
      // Diagnostics of a workflow have lines of their own.
      System.err.println(why.contains("\n") ? why : "pawl: " + PrintableText.line(why));
      return rejected.exitCode();
    }
    System.err.println(
        switch (problem) {
          case StoreUnavailable failure -> "pawl: " + failure.getMessage();
          case EnvironmentException missing -> "pawl: " + missing.getMessage();
          case OrchestratorUnavailable rejected -> "pawl: " + rejected.getMessage();
          case UnauthorizedException refused -> "pawl: " + refused.getMessage();
          case RunQuarantinedException quarantined -> "pawl: " + quarantined.getMessage();
          case CorruptJournal broken ->
              "pawl: %s. Run `pawl doctor` for details.".formatted(broken.getMessage());
          case PortUnavailable taken -> "pawl: " + taken.getMessage();
          case Exception bug -> internalError(bug);
        });
    if (System.getenv("PAWL_DEBUG") != null) {
      problem.printStackTrace();
    }
    return problem instanceof UnauthorizedException ? ExitCode.UNAUTHORIZED : ExitCode.UNAVAILABLE;
  }

  /// Leaves the stack trace of a bug in the log file of the project; without one, in the message.
  private static String internalError(Throwable bug) {
    LoggerFactory.getLogger(Main.class).error("internal error", bug);
    String place =
        LogOutput.file()
            .map(file -> "The stack trace is in %s.".formatted(file))
            .orElseGet(() -> stackTrace(bug));
    return "pawl: internal error: %s. Please report it. %s".formatted(bug, place);
  }

  private static String stackTrace(Throwable bug) {
    var trace = new StringWriter();
    bug.printStackTrace(new PrintWriter(trace));
    return "The stack trace:\n" + trace.toString().stripTrailing();
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
