package dev.pawl.server.repositories;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A git server on loopback for tests: `git http-backend` as a CGI program. It knows a repository
/// only by the exact name of its directory, as some forges do.
public final class GitHttpServer implements AutoCloseable {

  private final Path root;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile @Nullable String login;
  private volatile boolean isOld;

  /// Serves the bare repositories below a directory.
  public GitHttpServer(Path root) throws IOException {
    this.root = root;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  /// Answers only requests that have this `Authorization`.
  public void requireLogin(String authorization) {
    login = authorization;
  }

  /// Answers in the version of the protocol in which only what a ref points at can be asked for.
  public void speaksOldProtocol() {
    isOld = true;
  }

  public String url(String repository) {
    return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String repository = path.replaceFirst("/(info/refs|git-upload-pack)$", "");
      if (login != null && !login.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=git");
        exchange.sendResponseHeaders(401, -1);
      } else if (Files.isRegularFile(root.resolve(repository.substring(1)).resolve("HEAD"))) {
        runBackend(exchange, path);
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  private void runBackend(HttpExchange exchange, String path) throws IOException {
    var builder = new ProcessBuilder("git", "http-backend");
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.put("GIT_PROJECT_ROOT", root.toString());
    environment.put("GIT_HTTP_EXPORT_ALL", "1");
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "safe.directory");
    environment.put("GIT_CONFIG_VALUE_0", "*");
    environment.put("PATH_INFO", path);
    environment.put("REQUEST_METHOD", exchange.getRequestMethod());
    environment.put("QUERY_STRING", orEmpty(exchange.getRequestURI().getQuery()));
    environment.put("CONTENT_TYPE", orEmpty(header(exchange, "Content-Type")));
    environment.put("HTTP_CONTENT_ENCODING", orEmpty(header(exchange, "Content-Encoding")));
    environment.put("GIT_PROTOCOL", isOld ? "" : orEmpty(header(exchange, "Git-Protocol")));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream in = process.getOutputStream()) {
      exchange.getRequestBody().transferTo(in);
    }
    try (InputStream out = process.getInputStream()) {
      int status = 200;
      for (String line = line(out); !line.isEmpty(); line = line(out)) {
        int colon = line.indexOf(':');
        String value = line.substring(colon + 1).strip();
        if (line.startsWith("Status:")) {
          status = Integer.parseInt(value.substring(0, 3));
        } else {
          exchange.getResponseHeaders().add(line.substring(0, colon), value);
        }
      }
      exchange.sendResponseHeaders(status, 0);
      out.transferTo(exchange.getResponseBody());
    } finally {
      process.destroyForcibly();
    }
  }

  private static @Nullable String header(HttpExchange exchange, String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  /// The value of `Authorization` for a name and a password.
  public static String basic(String name, String password) {
    byte[] login = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + java.util.Base64.getEncoder().encodeToString(login);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
