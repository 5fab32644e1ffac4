package dev.pawl.server.api;

import dev.pawl.server.auth.OrgRows.OrgRow;
import dev.pawl.server.auth.Role;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A server of its own for each test, and callers of it.
abstract class ApiTestBase {

  static final String RUNS = "/api/v1/orgs/default/runs";

  /// No agent has its label, so its job stays queued.
  static final String QUEUED = "on: push\njobs: {build: {runs-on: nowhere, steps: [{run: make}]}}";

  @TempDir Path directory;
  ApiServer server;
  HttpClient client;
  ApiCaller admin;

  @BeforeEach
  void startServer() {
    server = new ApiServer(directory);
    client = HttpClient.newHttpClient();
    admin = new ApiCaller(client, server.port(), server.adminToken());
  }

  @AfterEach
  void stopServer() {
    client.shutdownNow();
    server.close();
  }

  void createOrg(String id) {
    server.store().orgs().create(new OrgRow(id, server.store().now(), "test"));
  }

  ApiCaller caller(String org, String name, Role role) {
    return admin.as(server.token(org, name, role));
  }
}
