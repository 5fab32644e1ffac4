package dev.pawl.server.auth;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/// Reads and writes the table of orgs. They have no journal: they are created by the administrator
/// of the server only, and never deleted.
public final class OrgRows {

  /// Keys of groups and tools begin with the org and a colon; ids go into paths.
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  private final Database database;

  /// One org.
  public record OrgRow(String id, Instant createdAt, String createdBy) {}

  public OrgRows(Database database) {
    this.database = database;
  }

  /// Whether it can be the id of an org.
  public static boolean isValid(String id) {
    return ID.matcher(id).matches();
  }

  /// Creates an org. Returns false if it exists.
  public boolean create(OrgRow org) {
    return database.transact(sql ->
        sql.statement(
                    """
                    INSERT INTO org (id, created_at, created_by) VALUES (:id, :at, :by)
                    ON CONFLICT (id) DO NOTHING
                    """)
                .with("id", org.id())
                .with("at", org.createdAt())
                .with("by", org.createdBy())
                .update()
            == 1);
  }

  public boolean exists(String id) {
    return database
        .forReaders()
        .read(sql ->
            sql.statement("SELECT 1 FROM org WHERE id = :id")
                .with("id", id)
                .first(row -> row.getInt(1)))
        .isPresent();
  }

  /// Orgs after that one, by their ids; at most so many.
  public List<OrgRow> after(String id, int limit) {
    return database
        .forReaders()
        .read(sql ->
            sql.statement(
                    "SELECT id, created_at, created_by FROM org WHERE id > :after ORDER BY id LIMIT :limit")
                .with("after", id)
                .with("limit", limit)
                .list(row ->
                    new OrgRow(row.getString(1), SqlConnection.instant(row, 2), row.getString(3))));
  }
}
