package dev.pawl.cli.configuration;

import dev.pawl.cli.option.StoreOption;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.connections.RequestRateLimit;
import dev.pawl.server.logs.LogLimits;
import dev.pawl.server.store.retention.RetentionPeriods;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The settings of a server with the values that are in effect: those of options before those of
/// the environment, of the file, and the defaults.
///
/// @param values of every setting
/// @param rules of the operator, by which failures are classified
/// @param tools the profiles of tools by TOOL or ORG:TOOL
/// @param directory the working directory, to which relative paths are relative; those of a file
///   are relative to the file's directory
public record ServerConfiguration(
    Map<Setting, SettingValue> values,
    List<FailureRule> rules,
    Map<String, ToolProfile> tools,
    Path directory) {

  private static final int KIBIBYTE = 1024;

  /// Puts the settings together.
  ///
  /// @param flags the values of options that were given
  /// @param environment the variables of the process
  /// @param file the configuration file, if there is one
  /// @throws InvalidConfigurationException if a value is invalid, or two exclude each other
  public static ServerConfiguration of(
      Map<Setting, String> flags,
      Map<String, String> environment,
      Optional<Path> file,
      Path directory) {
    ConfigurationFile read = file.map(ConfigurationFile::read).orElse(ConfigurationFile.EMPTY);
    Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, value(setting, flags, environment, read));
    }
    lowerDefault(values, Setting.GRACE_PERIOD, Setting.MAX_GRACE_PERIOD);
    lowerDefault(values, Setting.HOOK_BUDGET, Setting.MAX_HOOK_BUDGET);
    lowerDefault(values, Setting.JOB_TIMEOUT, Setting.MAX_JOB_TIMEOUT);
    var configuration = new ServerConfiguration(values, read.rules(), read.tools(), directory);
    configuration.check();
    return configuration;
  }

  private static SettingValue value(
      Setting setting,
      Map<Setting, String> flags,
      Map<String, String> environment,
      ConfigurationFile file) {
    String given = flags.get(setting);
    if (given != null) {
      return checked(setting, new SettingValue(given, new SettingValue.Flag(setting.flag())));
    }
    String variable = environment.get(setting.variable());
    if (variable != null && !variable.isEmpty()) {
      return checked(
          setting, new SettingValue(variable, new SettingValue.Variable(setting.variable())));
    }
    return Optional.ofNullable(file.values().get(setting))
        .orElseGet(() -> new SettingValue(setting.defaultText(), new SettingValue.Default()));
  }

  private static SettingValue checked(Setting setting, SettingValue value) {
    setting
        .format()
        .problem(value.text())
        .ifPresent(problem -> {
          throw InvalidConfigurationException.ofValue(value.name(setting) + " " + problem);
        });
    return value;
  }

  private void check() {
    if (duration(Setting.LEASE_TTL).compareTo(duration(Setting.HEARTBEAT).multipliedBy(2)) < 0) {
      throw InvalidConfigurationException.ofValue(
          "%s must be at least twice %s"
              .formatted(name(Setting.LEASE_TTL), name(Setting.HEARTBEAT)));
    }
    atMost(Setting.GRACE_PERIOD, Setting.MAX_GRACE_PERIOD);
    atMost(Setting.HOOK_BUDGET, Setting.MAX_HOOK_BUDGET);
    atMost(Setting.JOB_TIMEOUT, Setting.MAX_JOB_TIMEOUT);
    if (path(Setting.TLS_CERT).isPresent() != path(Setting.TLS_KEY).isPresent()) {
      throw InvalidConfigurationException.ofValue("--tls-cert and --tls-key need each other");
    }
  }

  private void atMost(Setting setting, Setting maximum) {
    if (duration(setting).compareTo(duration(maximum)) > 0) {
      throw InvalidConfigurationException.ofValue(
          "%s must be at most %s, which is %s"
              .formatted(name(setting), maximum.key(), text(maximum)));
    }
  }

  /// Lowers a default to the maximum that somebody has set.
  private static void lowerDefault(
      Map<Setting, SettingValue> values, Setting setting, Setting maximum) {
    SettingValue value = Objects.requireNonNull(values.get(setting));
    SettingValue most = Objects.requireNonNull(values.get(maximum));
    boolean isDefault = value.source() instanceof SettingValue.Default;
    if (isDefault && duration(value).compareTo(duration(most)) > 0) {
      values.put(setting, most);
    }
  }

  private SettingValue value(Setting setting) {
    return Objects.requireNonNull(values.get(setting), "it has every setting");
  }

  private String name(Setting setting) {
    return value(setting).name(setting);
  }

  /// The value; empty if there is none.
  public String text(Setting setting) {
    return value(setting).text();
  }

  private long count(Setting setting) {
    return Long.parseLong(text(setting));
  }

  private Duration duration(Setting setting) {
    return duration(value(setting));
  }

  private static Duration duration(SettingValue value) {
    return SettingFormat.Span.parse(value.text()).orElseThrow();
  }

  private Optional<Duration> optionalDuration(Setting setting) {
    return text(setting).equals(SettingFormat.NONE)
        ? Optional.empty()
        : Optional.of(duration(setting));
  }

  /// The absolute path; empty if there is none.
  public Optional<Path> path(Setting setting) {
    SettingValue value = value(setting);
    if (value.text().isEmpty()) {
      return Optional.empty();
    }
    Path path =
        value.source() instanceof SettingValue.FileLine(Path file, _)
            ? file.toAbsolutePath().resolveSibling(value.text())
            : directory.resolve(value.text());
    return Optional.of(path.normalize());
  }

  public String host() {
    String address = text(Setting.LISTEN);
    return address.substring(0, address.lastIndexOf(':'));
  }

  public int port() {
    String address = text(Setting.LISTEN);
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  public boolean isTrue(Setting setting) {
    return text(setting).equals("true");
  }

  /// The directories and the store of the server.
  public ServerData data() {
    Optional<String> store = Optional.of(text(Setting.STORE)).filter(text -> !text.isEmpty());
    var data = new ServerData(path(Setting.DATA).orElseThrow(), store.map(StoreOption::jdbc));
    return path(Setting.LOG_DIR).map(data::withLogs).orElse(data);
  }

  /// The options by which other commands find the server's data.
  public String dataOptions() {
    String data =
        value(Setting.DATA).source() instanceof SettingValue.Default
            ? ""
            : " --data " + path(Setting.DATA).orElseThrow();
    String store = text(Setting.STORE);
    return store.isEmpty() ? data : data + " --store " + StoreOption.withoutPassword(store);
  }

  public Deadlines deadlines() {
    return new Deadlines(
        duration(Setting.LEASE_TTL),
        duration(Setting.HEARTBEAT),
        Duration.ZERO,
        duration(Setting.LEASE_MARGIN),
        limits());
  }

  public OperatorLimits limits() {
    return new OperatorLimits(
        duration(Setting.GRACE_PERIOD),
        duration(Setting.MAX_GRACE_PERIOD),
        duration(Setting.HOOK_BUDGET),
        duration(Setting.MAX_HOOK_BUDGET),
        duration(Setting.GROUP_EVALUATION_TIMEOUT),
        duration(Setting.JOB_TIMEOUT),
        duration(Setting.MAX_JOB_TIMEOUT),
        optionalDuration(Setting.MAX_RUN_TIMEOUT),
        (int) count(Setting.MAX_MATRIX_SIZE));
  }

  public ConnectionLimits connections() {
    return new ConnectionLimits(
        (int) count(Setting.MAX_CONNECTIONS),
        (int) count(Setting.MAX_CONNECTIONS_PER_ADDRESS),
        duration(Setting.HEADER_TIMEOUT),
        duration(Setting.REQUEST_TIMEOUT),
        duration(Setting.IDLE_TIMEOUT),
        (int) count(Setting.MAX_BODY_SIZE) * KIBIBYTE);
  }

  /// The requests that each token may make.
  public RequestRateLimit requestRate() {
    return new RequestRateLimit(
        (int) count(Setting.REQUEST_RATE), (int) count(Setting.REQUEST_BURST));
  }

  /// The URL under which others reach the server.
  public Optional<URI> publicUrl() {
    return Optional.of(text(Setting.PUBLIC_URL)).filter(url -> !url.isEmpty()).map(URI::create);
  }

  /// The ages at which old data is deleted.
  public RetentionPeriods retention() {
    return new RetentionPeriods(
        optionalDuration(Setting.RETENTION_RUNS),
        optionalDuration(Setting.RETENTION_LOGS),
        duration(Setting.RETENTION_CHANGES),
        duration(Setting.RETENTION_IDEMPOTENCY_KEYS));
  }

  public LogLimits logLimits() {
    return new LogLimits(
        count(Setting.LOG_LIMIT_STEP) * LogLimits.MEBIBYTE,
        count(Setting.LOG_LIMIT_JOB) * LogLimits.MEBIBYTE,
        count(Setting.LOG_LIMIT_RUN) * LogLimits.MEBIBYTE);
  }

  /// Every setting with its value and where that is from, without passwords: the output of
  /// `--print-config`, which is a valid configuration file.
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      SettingValue value = value(setting);
      String shown =
          setting == Setting.STORE ? StoreOption.withoutPassword(value.text()) : value.text();
      boolean isUnset = shown.isEmpty();
      lines.add(
          "%-40s # %s"
              .formatted(
                  (isUnset ? "# %s:" : "%s: %s").formatted(setting.key(), shown), value.source()));
    }
    lines.add("# rules: %s".formatted(rules.isEmpty() ? "none" : String.join(", ", ruleNames())));
    lines.add(
        "# tools: %s"
            .formatted(
                tools.isEmpty()
                    ? "none"
                    : String.join(", ", tools.keySet().stream().sorted().toList())));
    return lines;
  }

  private List<String> ruleNames() {
    return rules.stream().map(FailureRule::name).toList();
  }
}
