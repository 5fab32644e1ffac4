package dev.pawl.architecture.offenders.core;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;

final class TouchesTheWorld {
  static void prints() {
    System.out.println(System.getenv("HOME"));
  }

  static String names(InputStream stream, URI uri, Path path, Connection connection) {
    return "" + stream + uri + path + connection;
  }

  private TouchesTheWorld() {}
}
