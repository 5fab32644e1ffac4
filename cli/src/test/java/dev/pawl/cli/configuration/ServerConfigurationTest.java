package dev.pawl.cli.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.logs.LogLimits;
import dev.pawl.server.store.retention.RetentionPeriods;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The effective settings of a server, and where they are from.
class ServerConfigurationTest {

  @TempDir private Path directory;

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("server.yml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerConfiguration of(
      Map<Setting, String> flags, Map<String, String> environment, String text) {
    Optional<Path> file = text.isEmpty() ? Optional.empty() : Optional.of(file(text));
    return ServerConfiguration.of(flags, environment, file, directory);
  }

  private ServerConfiguration of(String text) {
    return of(Map.of(), Map.of(), text);
  }

  private String errorsIn(String text) {
    try {
      of(text);
    } catch (InvalidConfigurationException e) {
      assertThat(e.isOfFile()).isTrue();
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("it is valid: " + text);
  }

  @Test
  void theDefaultsAreThoseOfTheParts() {
    ServerConfiguration plain = of("");
    assertThat(plain.limits()).isEqualTo(OperatorLimits.DEFAULT);
    assertThat(plain.connections()).isEqualTo(ConnectionLimits.DEFAULT);
    assertThat(plain.retention()).isEqualTo(RetentionPeriods.DEFAULT);
    assertThat(plain.publicUrl()).isEmpty();
    assertThat(plain.logLimits()).isEqualTo(LogLimits.DEFAULT);
    assertThat(plain.deadlines()).isEqualTo(Deadlines.DEFAULT);
    assertThat(plain.host() + " " + plain.port()).isEqualTo("127.0.0.1 8484");
    assertThat(plain.data().directory()).isEqualTo(directory.resolve("pawl-data"));
  }

  @ParameterizedTest
  @EnumSource
  void theDefaultIsAValidValue(Setting setting) {
    if (!setting.defaultText().isEmpty()) {
      assertThat(setting.format().problem(setting.defaultText())).isEmpty();
    }
    assertThat(setting.description()).endsWith(".");
  }

  @Test
  void anOptionIsStrongerThanAVariableAndThatThanTheFile() {
    String text = "listen: 127.0.0.1:1\nheartbeat: 11\nlease-ttl: 1m\n";
    ServerConfiguration mixed =
        of(
            Map.of(Setting.LISTEN, "127.0.0.1:3"),
            Map.of("PAWL_LISTEN", "127.0.0.1:2", "PAWL_HEARTBEAT", "12", "PAWL_OTHER", "x"),
            text);
    assertThat(mixed.port()).isEqualTo(3);
    assertThat(mixed.deadlines().heartbeat()).isEqualTo(Duration.ofSeconds(12));
    assertThat(mixed.deadlines().leaseTtl()).isEqualTo(Duration.ofMinutes(1));
    assertThat(mixed.lines())
        .anyMatch(line -> line.matches("listen: 127\\.0\\.0\\.1:3 +# flag --listen"))
        .anyMatch(line -> line.matches("heartbeat: 12 +# environment PAWL_HEARTBEAT"))
        .anyMatch(line -> line.matches("lease-ttl: 1m +# file .*/server\\.yml line 3"))
        .anyMatch(line -> line.matches("lease-margin: 10 +# default"));
  }

  @Test
  void whatIsPrintedIsAConfigurationFile() {
    List<String> lines = of("max-grace-period: 2m\nlog-dir: logs\n").lines();
    ServerConfiguration again = of(String.join("\n", lines));
    assertThat(again.limits().maxGrace()).isEqualTo(Duration.ofMinutes(2));
    assertThat(again.lines().stream().map(line -> line.replaceFirst(" +#.*", "")))
        .containsExactlyElementsOf(
            lines.stream().map(line -> line.replaceFirst(" +#.*", "")).toList());
  }

  @Test
  void passwordsAreNotPrinted() {
    String lines =
        String.join("\n", of("store: postgresql://pawl:secret@db/pawl?password=secret").lines());
    assertThat(lines).contains("store: postgresql://pawl@db/pawl").doesNotContain("secret");
  }

  @Test
  void pathsOfTheFileAreRelativeToIt() throws IOException {
    Path etc = Files.createDirectory(directory.resolve("etc"));
    Path text = Files.writeString(etc.resolve("pawl.yml"), "tls-cert: a.pem\ntls-key: /b.pem\n");
    ServerConfiguration read =
        ServerConfiguration.of(Map.of(Setting.DATA, "d"), Map.of(), Optional.of(text), directory);
    assertThat(read.path(Setting.TLS_CERT)).contains(etc.resolve("a.pem"));
    assertThat(read.path(Setting.TLS_KEY)).contains(Path.of("/b.pem"));
    assertThat(read.path(Setting.DATA)).contains(directory.resolve("d"));
    assertThat(read.path(Setting.ADMIN_TOKEN_FILE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          graceperiod: 10m                | 1:1: error: unknown key 'graceperiod': did you mean 'grace-period'?
          max-graceperiod: 10m            | 1:1: error: unknown key 'max-graceperiod': did you mean 'max-grace-period'?
          matrixsize: 3                   | 1:1: error: unknown key 'matrixsize': did you mean 'max-matrix-size'?
          lisen: localhost:1              | 1:1: error: unknown key 'lisen': did you mean 'listen'?
          xyz: 3                          | 1:1: error: unknown key 'xyz'
          listen: [ 1 ]                   | 1:9: error: `listen`: expected `HOST:PORT`, found a list
          heartbeat:                      | error: `heartbeat`: expected a duration, found
          heartbeat: soon                 | 1:12: error: `heartbeat` expects seconds or a duration such as 30s, 10m, 8h or 2d, not 'soon'
          lease-margin: 3                 | 1:15: error: `lease-margin` must be at least 4
          max-matrix-size: 257            | 1:18: error: `max-matrix-size` must be at most 256
          insecure-bind: maybe            | 1:16: error: `insecure-bind` expects true or false, not 'maybe'
          log-format: xml                 | 1:13: error: `log-format` expects text or json, not 'xml'
          public-url: pawl.example        | 1:13: error: `public-url` expects http://HOST or https://HOST, not 'pawl.example'
          store: mysql://db               | 1:8: error: `store` expects an address such as
          - 3                             | 1:1: error: expected a mapping of settings, found a list
          rules: 3                        | 1:8: error: `rules`: expected a list, found
          rules: [ { name: a } ]          | error: `class` is missing in `rules`
          tools: { npm: { cooldwn: 3s } } | 1:17: error: unknown key `cooldwn` in `tools`
          tools: { npm: { cooldown: x } } | 1:27: error: `tools.cooldown`: `x` is not a duration
          """)
  void errorsAreReportedWithTheirPosition(String text, String error) {
    assertThat(errorsIn(text)).contains(error).startsWith(directory.resolve("server.yml") + ":1:");
  }

  @Test
  void allErrorsOfAFileAreReported() {
    assertThat(errorsIn("lisen: x\nheartbeat: soon\nrules: 3\n").lines())
        .filteredOn(line -> line.contains(": error: "))
        .hasSize(3);
  }

  @Test
  void wrongOptionsAndVariablesAreNamed() {
    assertThatThrownBy(() -> of(Map.of(Setting.LISTEN, "x"), Map.of(), ""))
        .hasMessage("--listen expects HOST:PORT, not 'x'");
    assertThatThrownBy(() -> of(Map.of(), Map.of("PAWL_LEASE_MARGIN", "3"), ""))
        .hasMessage("PAWL_LEASE_MARGIN must be at least 4");
    assertThatThrownBy(() -> of("lease-ttl: 30"))
        .hasMessageMatching("file .*server.yml line 1: 'lease-ttl' must be at least twice .*");
    assertThatThrownBy(() -> of(Map.of(Setting.TLS_KEY, "k"), Map.of(), ""))
        .hasMessage("--tls-cert and --tls-key need each other");
    assertThatThrownBy(() -> of("grace-period: 20m"))
        .hasMessageEndingWith("'grace-period' must be at most max-grace-period, which is 10m");
  }

  @Test
  void aMaximumBelowTheDefaultLowersTheDefault() {
    OperatorLimits limits = of("max-grace-period: 5s\nmax-job-timeout: 1h\n").limits();
    assertThat(limits.defaultGrace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(limits.defaultJobTimeout()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void rulesAndToolsAreThoseOfWorkflows() {
    ServerConfiguration read =
        of(
            """
            # A comment.
            rules:
              - { name: proxy, class: fetch, log: proxy is down }
            tools:
              npm: { failure-threshold: 2, cooldown: 90s, health-check: npm ping, retry-on-failure: true }
              team:maven: { expected-exit-codes: [0, 3], failure-exit-codes: [75], max-retries: 4, success-threshold: 2 }
            """);
    assertThat(read.rules()).extracting(FailureRule::name).containsExactly("proxy");
    assertThat(read.tools().get("npm"))
        .isEqualTo(
            new ToolProfile(
                2,
                Duration.ofSeconds(90),
                1,
                List.of(),
                List.of(),
                true,
                1,
                Optional.of("npm ping")));
    assertThat(read.tools().get("team:maven"))
        .isEqualTo(
            new ToolProfile(
                5,
                Duration.ofSeconds(60),
                2,
                List.of(75),
                List.of(0, 3),
                false,
                4,
                Optional.empty()));
    assertThat(read.lines()).contains("# rules: proxy", "# tools: npm, team:maven");
  }

  @Test
  void aFileThatCannotBeReadIsReported() {
    Path missing = directory.resolve("none.yml");
    assertThatThrownBy(
            () -> ServerConfiguration.of(Map.of(), Map.of(), Optional.of(missing), directory))
        .hasMessageContaining("cannot read the configuration '%s'".formatted(missing));
  }
}
