package dev.pawl.cli.configuration;

import dev.pawl.cli.configuration.SettingFormat.Address;
import dev.pawl.cli.configuration.SettingFormat.Count;
import dev.pawl.cli.configuration.SettingFormat.FilePath;
import dev.pawl.cli.configuration.SettingFormat.PublicUrl;
import dev.pawl.cli.configuration.SettingFormat.Span;
import dev.pawl.cli.configuration.SettingFormat.Store;
import dev.pawl.cli.configuration.SettingFormat.Toggle;
import dev.pawl.cli.configuration.SettingFormat.Word;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The table of a server's settings. Options, variables, the keys of the file and the reference are
/// made from it.
public enum Setting {
  // spotless:off
  //                           format                        default            label        description
  LISTEN                      (new Address(),                "127.0.0.1:8484",  "HOST:PORT", "Address to listen on. Port 0 selects a free port."),
  INSECURE_BIND               (new Toggle(),                 "false",           "",          "Allow an address that other machines can reach without TLS: tokens can be read in transit."),
  TLS_CERT                    (new FilePath(),               "",                "FILE",      "The server's certificate and those that signed it, in PEM. Reloaded when the file changes."),
  TLS_KEY                     (new FilePath(),               "",                "FILE",      "The private key of the certificate, in PEM (PKCS#8)."),
  PUBLIC_URL                  (new PublicUrl(),              "",                "URL",       "The URL under which people and programs reach the server, for links."),
  DATA                        (new FilePath(),               "pawl-data",       "DIR",       "The server's data directory: store, logs and key."),
  STORE                       (new Store(),                  "",                "URL",       "postgresql://USER@HOST/DATABASE, or the JDBC URL of a PostgreSQL database. Without it, SQLite in the data directory."),
  LOG_DIR                     (new FilePath(),               "",                "DIR",       "Directory of the logs of jobs. Several servers of one store need the same one. Without it, logs in the data directory."),
  ADMIN_TOKEN_FILE            (new FilePath(),               "",                "FILE",      "Write the first start's admin token to this file, with mode 600. Without it the token is printed if there is a terminal, and otherwise none is made."),
  LOG_FORMAT                  (new Word(List.of("text", "json")), "text",       "FORMAT",    "Format of log lines: text or json."),

  LEASE_TTL                   (seconds(2),                   "120",             "SECONDS",   "Lifetime of a lease without a heartbeat. At least twice the heartbeat."),
  LEASE_MARGIN                (seconds(4),                   "10",              "SECONDS",   "Time that the server adds to lease-ttl before it expires a lease, so that the agent has stopped the job by then. Choose the longest time that an agent's machine may be paused. At least 4."),
  HEARTBEAT                   (seconds(1),                   "20",              "SECONDS",   "Interval of the agents' heartbeats."),

  MAX_CONNECTIONS             (new Count(1, 1_000_000),      "10000",           "N",         "Most open connections, agents included."),
  MAX_CONNECTIONS_PER_ADDRESS (new Count(1, 1_000_000),      "5000",            "N",         "Most open connections from one address. Behind a proxy all have the same."),
  HEADER_TIMEOUT              (seconds(1),                   "15",              "SECONDS",   "Time in which the headers of a request must arrive."),
  REQUEST_TIMEOUT             (seconds(1),                   "120",             "SECONDS",   "Time from there to the end of the answer; the body must arrive in it."),
  IDLE_TIMEOUT                (seconds(1),                   "75",              "SECONDS",   "Time after which a connection without a request is closed, except an agent's."),
  MAX_BODY_SIZE               (new Count(64, 65_536),        "2048",            "KIB",       "Largest body of a request, in KiB."),
  REQUEST_RATE                (new Count(1, 100_000),        "50",              "N",         "Requests per second that one token may make for long; more are answered with 429."),
  REQUEST_BURST               (new Count(1, 1_000_000),      "500",             "N",         "Requests that one token may make at once."),

  LOG_LIMIT_STEP              (mebibytes(),                  "256",             "MIB",       "Largest log of a step in MiB. A log that is larger is cut."),
  LOG_LIMIT_JOB               (mebibytes(),                  "256",             "MIB",       "Largest log of a job in MiB, all steps together."),
  LOG_LIMIT_RUN               (mebibytes(),                  "4096",            "MIB",       "Largest log of a run in MiB, all jobs and attempts together."),

  RETENTION_RUNS              (retention(),                  "none",            "DURATION",  "Age at which ended runs are deleted."),
  RETENTION_LOGS              (retention(),                  "none",            "DURATION",  "Age at which the logs of ended runs are deleted."),
  RETENTION_CHANGES           (new Span(Duration.ofMinutes(1), Limit.YEAR, false), "7d", "DURATION", "Age at which events that followers may still ask for are deleted."),
  RETENTION_IDEMPOTENCY_KEYS  (new Span(Duration.ofHours(1), Limit.YEAR, false), "24h", "DURATION", "Age at which the answers of idempotency keys are deleted."),

  GRACE_PERIOD                (duration(0, Limit.YEAR),          "30s",             "DURATION",  "Grace period of jobs that set none: the time between SIGTERM and SIGKILL."),
  MAX_GRACE_PERIOD            (duration(0, Limit.YEAR),          "10m",             "DURATION",  "Longest grace period of a job."),
  HOOK_BUDGET                 (duration(1, Limit.YEAR),          "5m",              "DURATION",  "Time for all hooks of a job together, if their own timeouts are not longer."),
  MAX_HOOK_BUDGET             (duration(1, Limit.YEAR),          "30m",             "DURATION",  "Longest time for all hooks of a job together."),
  GROUP_EVALUATION_TIMEOUT    (duration(1, Duration.ofMinutes(10)), "30s",      "DURATION",  "Time in which an agent must report the group that a group-command prints."),
  JOB_TIMEOUT                 (duration(1, Limit.YEAR),          "6h",              "DURATION",  "Timeout of jobs that set none."),
  MAX_JOB_TIMEOUT             (duration(1, Limit.YEAR),          "5d",              "DURATION",  "Longest timeout of a job."),
  MAX_RUN_TIMEOUT             (new Span(Duration.ofSeconds(1), Limit.YEAR, true), "none", "DURATION", "Longest timeout of a run, also of one that sets none."),
  MAX_MATRIX_SIZE             (new Count(1, 256),            "256",             "N",         "Most cells of one matrix.");
  // spotless:on

  /// Limits of several settings.
  private static final class Limit {
    private static final Duration YEAR = Duration.ofDays(365);
  }

  private static SettingFormat seconds(int least) {
    return duration(least, Duration.ofDays(1));
  }

  private static SettingFormat duration(int least, Duration most) {
    return new Span(Duration.ofSeconds(least), most, false);
  }

  private static SettingFormat retention() {
    return new Span(Duration.ofDays(1), Limit.YEAR, true);
  }

  private static SettingFormat mebibytes() {
    return new Count(1, 1L << 30);
  }

  @SuppressWarnings("ImmutableEnumChecker") // its records are immutable
  private final SettingFormat format;

  private final String defaultText;
  private final String label;
  private final String description;

  Setting(SettingFormat format, String defaultText, String label, String description) {
    this.format = format;
    this.defaultText = defaultText;
    this.label = label;
    this.description = description;
  }

  /// Its key in the file.
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Its option.
  public String flag() {
    return "--" + key();
  }

  /// Its environment variable.
  public String variable() {
    return "PAWL_" + name();
  }

  SettingFormat format() {
    return format;
  }

  /// Its value if nobody sets it; empty for none.
  String defaultText() {
    return defaultText;
  }

  /// What stands for the value in the option's help; empty if the option needs none.
  String label() {
    return label;
  }

  String description() {
    return description;
  }

  static Optional<Setting> ofKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key().equals(key)).findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).toList();
  }
}
