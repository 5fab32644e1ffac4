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

/// Which store, for the commands that operate one: the project's own, or a PostgreSQL.
public final class StoreOption {

  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern USER = Pattern.compile("[?&]user=([^&]+)");

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "A PostgreSQL, as postgresql://USER@HOST/DATABASE or as a JDBC address;"
              + " the project's own store by default.")
  private Optional<String> store = Optional.empty();

  /// One that was given to a command which says in other words what it is for.
  static StoreOption of(Optional<String> given) {
    var option = new StoreOption();
    option.store = given;
    return option;
  }

  public boolean isPostgres() {
    return store.isPresent();
  }

  /// Its address as it was given, for commands to be copied; the password is to come from
  /// elsewhere, such as `.pgpass`. Nothing if it is the project's own.
  public Optional<String> redactedAddress() {
    return store.map(StoreOption::withoutPassword);
  }

  static String withoutPassword(String address) {
    return address
        .replaceFirst("(//[^/@:]*):[^/@]*@", "$1@")
        .replaceAll("(?<=[?&])password=[^&]*(&|$)", "")
        .replaceFirst("[?&]$", "");
  }

  /// Its host and database, without who comes and by which word.
  public String displayName() {
    return jdbc().replaceFirst("^jdbc:", "").replaceFirst("\\?.*$", "");
  }

  /// Its address as PostgreSQL's own tools take it, without password and parameters.
  public String libpqAddress() {
    return libpqAddress(jdbc());
  }

  static String libpqAddress(String jdbc) {
    Matcher user = USER.matcher(jdbc);
    String place = jdbc.replaceFirst("^jdbc:", "").replaceFirst("\\?.*$", "");
    return user.find() ? place.replaceFirst("//", "//" + user.group(1) + "@") : place;
  }

  /// Its address as JDBC has it. Nothing if it is the project's own.
  Optional<String> address() {
    return store.map(StoreOption::jdbc);
  }

  public PostgresStore openPostgres() {
    return PostgresStore.open(jdbc());
  }

  private String jdbc() {
    return jdbc(store.orElseThrow());
  }

  static boolean isAddress(String address) {
    return address.startsWith(JDBC) || address.matches("postgres(ql)?://.+");
  }

  /// What is wrong with the address, if anything is.
  public Optional<String> problem() {
    return store.isEmpty() || isAddress(store.get())
        ? Optional.empty()
        : Optional.of(
            "--store takes an address such as postgresql://user@host/database, or jdbc:postgresql:…");
  }

  /// The driver takes user and password as parameters only.
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
