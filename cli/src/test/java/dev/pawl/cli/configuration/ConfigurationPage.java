package dev.pawl.cli.configuration;

import static java.util.stream.Collectors.joining;

import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import java.util.stream.Stream;

/// Renders `docs/configuration.md` from the table of settings.
final class ConfigurationPage {

  private static final String HEAD =
      """
      <!-- Generated from the table of settings in the code; do not edit. To write it again:
           mvn -pl cli -am test -Dtest=ConfigurationPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
      # Configuration of a server

      ```sh
      pawl server --config /etc/pawl/server.yml
      pawl server --config /etc/pawl/server.yml --print-config     # every setting, its value, and where that is from
      ```

      ```yaml
      listen: 0.0.0.0:8484
      tls-cert: pawl.example.pem
      tls-key: pawl.example.key
      data: /var/lib/pawl
      max-grace-period: 5m
      rules:
        - { name: proxy-down, class: fetch, log: proxy is down }
      tools:
        npm: { failure-threshold: 3, cooldown: 2m, health-check: npm ping }
      ```

      Each setting is a key of the file, an option, and a variable: `lease-ttl` is `--lease-ttl` and `PAWL_LEASE_TTL`. An option is
      stronger than a variable, that is stronger than the file, and that is stronger than the default. `PAWL_CONFIG` names the file where
      `--config` does not. Unknown keys and wrong values are errors, and the server does not start (exit code 2).

      - A duration has a unit (`500ms`, `30s`, `10m`, `8h`, `2d`); a number alone is seconds.
      - Relative paths in the file are relative to its directory, other ones to the working directory.
      - What `--print-config` prints is a configuration file. Passwords are left out.

      | key | value | default | meaning |
      | --- | --- | --- | --- |
      """;

  private static final String LIMITS =
      """

      ## Limits of workflows

      What a workflow asks beyond `max-grace-period`, `max-hook-budget`, `max-job-timeout` or `max-run-timeout` is capped. The answer of
      `POST …/runs` has a list `warnings`, the run's journal says it in the transition that has the plan, and `pawl plan` prints it.
      A matrix beyond `max-matrix-size` is an error. `pawl run` has the default limits.

      ## `rules`

      A list of rules that classify failures, in the syntax of [the workflow's key](workflow-reference.md#rules). A
      workflow's own rules come first, then these, then [the built-in ones](failures.md).

      ## `tools`

      The profiles of [tools](steps.md#depend-on-a-tool), by the tool's name, or by ORG:TOOL for one org. A profile that was set by the API is
      stronger. For `pawl run` they are in `.pawl/tools.yml`, a file with this key only.

      | key | value | meaning |
      | --- | --- | --- |
      """;

  static String render() {
    return HEAD
        + Stream.of(Setting.values()).map(ConfigurationPage::row).collect(joining())
        + LIMITS
        + KeyTable.of(KeySection.TOOL_PROFILE).stream()
            .map(ConfigurationPage::row)
            .collect(joining());
  }

  private static String row(Setting setting) {
    String fallback = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            setting.key(), setting.format().described(), fallback, cell(setting.description()));
  }

  private static String row(KeyDefinition key) {
    return "| `%s` | %s | %s |\n".formatted(key.name(), key.shape().described(), key.note());
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private ConfigurationPage() {}
}
