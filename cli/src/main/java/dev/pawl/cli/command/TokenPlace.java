package dev.pawl.cli.command;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.client.ServerProblem;
import dev.pawl.server.api.document.Administration.EnrolmentRequest;
import dev.pawl.server.api.document.Administration.NewTokenDocument;
import dev.pawl.server.api.document.Administration.TokenDocument;
import dev.pawl.server.api.document.Administration.TokenRequest;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.auth.TokenRegistry.Grant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where `pawl token` works: on the store of a server, or on a server by its API.
sealed interface TokenPlace {

  /// Makes a token, and returns its text.
  ///
  /// @param grant its org counts on a store only
  String issue(Grant grant);

  List<TokenDocument> all();

  /// Revokes a token.
  Revocation revoke(String id);

  /// The outcome of a revocation.
  enum Revocation {
    REVOKED,
    REVOKED_BEFORE,
    UNKNOWN
  }

  /// The store of a server, which may be running.
  ///
  /// @param by who makes tokens
  record OfStore(TokenRegistry tokens, String by) implements TokenPlace {

    @Override
    public String issue(Grant grant) {
      return tokens.issue(grant, by).text();
    }

    @Override
    public List<TokenDocument> all() {
      return tokens.all().stream().map(TokenDocument::of).toList();
    }

    @Override
    public Revocation revoke(String id) {
      if (tokens.revoke(id)) {
        return Revocation.REVOKED;
      }
      return tokens.find(id).isPresent() ? Revocation.REVOKED_BEFORE : Revocation.UNKNOWN;
    }
  }

  /// An org of a server.
  record OfServer(ServerClient client) implements TokenPlace {

    private static final int MOST = 100_000;

    @Override
    public String issue(Grant grant) {
      @Nullable List<String> labels = grant.labels().isEmpty() ? null : grant.labels();
      NewTokenDocument made =
          switch (grant.kind()) {
            case ENROLMENT ->
                client.post(
                    client.inOrg("/enrolments"),
                    new EnrolmentRequest(grant.name(), labels),
                    NewTokenDocument.class);
            case AGENT ->
                token(new TokenRequest("agent", grant.name(), null, null, labels, grant.expires()));
            case USER ->
                token(
                    new TokenRequest(
                        "user",
                        grant.name(),
                        grant.role().text(),
                        grant.teams(),
                        null,
                        grant.expires()));
          };
      return made.token();
    }

    private NewTokenDocument token(TokenRequest request) {
      return client.post(client.inOrg("/tokens"), request, NewTokenDocument.class);
    }

    @Override
    public List<TokenDocument> all() {
      return client.list(client.inOrg("/tokens"), TokenDocument.class, MOST);
    }

    @Override
    public Revocation revoke(String id) {
      try {
        client.delete(client.inOrg("/tokens/" + ServerClient.encoded(id)));
        return Revocation.REVOKED;
      } catch (ServerProblem problem) {
        if (problem.isNotFound()) {
          return Revocation.UNKNOWN;
        }
        if (problem.code().equals("already_revoked")) {
          return Revocation.REVOKED_BEFORE;
        }
        throw problem;
      }
    }
  }
}
