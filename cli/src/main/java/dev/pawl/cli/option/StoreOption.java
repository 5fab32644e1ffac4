package dev.pawl.cli.option;

import dev.pawl.server.store.postgres.PostgresStore;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/// The option `--store`: the project's own store, or a PostgreSQL database.
public final class StoreOption {

  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern USER = Pattern.compile("[?&]user=([^&]+)");

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "postgresql://USER@HOST/DATABASE, or the JDBC URL of a PostgreSQL database."
              + " Default: the project's own store.")
  private Optional<String> store = Optional.empty();

  /// The option of a command that declares `--store` with a description of its own.
  static StoreOption of(Optional<String> given) {
    var option = new StoreOption();
    option.store = given;
    return option;
  }

  public boolean isPostgres() {
    return store.isPresent();
  }

  /// The address as it was given, without the password, for commands to copy. Empty for the
  /// project's own store.
  public Optional<String> redactedAddress() {
    return store.map(StoreOption::withoutPassword);
  }

  public static String withoutPassword(String address) {
    return address
        .replaceFirst("(//[^/@:]*):[^/@]*@", "$1@")
        .replaceAll("(?<=[?&])password=[^&]*(&|$)", "")
        .replaceFirst("[?&]$", "");
  }

  /// Host and database, without user and password.
  public String displayName() {
    return jdbc().replaceFirst("^jdbc:", "").replaceFirst("\\?.*$", "");
  }

  /// The address for PostgreSQL's own tools, without password and parameters.
  public String libpqAddress() {
    return libpqAddress(jdbc());
  }

  static String libpqAddress(String jdbc) {
    Matcher user = USER.matcher(jdbc);
    String place = jdbc.replaceFirst("^jdbc:", "").replaceFirst("\\?.*$", "");
    return user.find() ? place.replaceFirst("//", "//" + user.group(1) + "@") : place;
  }

  /// The JDBC address. Empty for the project's own store.
  Optional<String> address() {
    return store.map(StoreOption::jdbc);
  }

  public PostgresStore openPostgres() {
    return PostgresStore.open(jdbc());
  }

  private String jdbc() {
    return jdbc(store.orElseThrow());
  }

  public static boolean isAddress(String address) {
    return address.startsWith(JDBC) || address.matches("postgres(ql)?://.+");
  }

  /// The error in the address, if there is one.
  public Optional<String> problem() {
    return store.isEmpty() || isAddress(store.get())
        ? Optional.empty()
        : Optional.of(
            "--store expects an address such as postgresql://user@host/database or jdbc:postgresql:…");
  }

  /// Converts an address to JDBC, where user and password are parameters.
  public static String jdbc(String address) {
    if (address.startsWith(JDBC)) {
      return address;
    }
    URI uri = URI.create(address);
    List<String> parameters = new ArrayList<>();
    if (uri.getUserInfo() != null) {
      String[] user = uri.getUserInfo().split(":", 2);
      parameters.add("user=" + encoded(user[0]));
      if (user.length == 2) {
        parameters.add("password=" + encoded(user[1]));
      }
    }
    if (uri.getRawQuery() != null) {
      parameters.add(uri.getRawQuery());
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
    return "%s//%s%s%s%s".formatted(JDBC, uri.getHost(), port, uri.getRawPath(), query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
