package dev.pawl.server.store.rows;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.server.store.jdbc.SqlTable;
import org.jspecify.annotations.Nullable;

/// The positions of the columns of table `attempt`.
final class AttemptColumns {

  static final int IS_CURRENT = position("is_current");
  static final int JOB_ID = position("job_id");
  static final int NAME = position("name");
  static final int RUNS_ON = position("runs_on");
  static final int DEFINITION = position("definition");
  static final int PRIORITY = position("priority");
  static final int HAS_GROUP = position("has_group");
  static final int STATE = position("state");
  static final int REASON = position("reason");
  static final int MESSAGE = position("message");
  static final int EVIDENCE = position("evidence");
  static final int TOLERATED = position("tolerated");
  static final int SINCE = position("since");
  static final int UNTIL = position("until");
  static final int IS_QUEUED = position("is_queued");
  static final int QUEUED_AT = position("queued_at");
  static final int STARTED_AT = position("started_at");
  static final int ENDED_AT = position("ended_at");
  static final int LEASE = position("lease");
  static final int IS_LEASED = position("is_leased");
  static final int LEASE_STATE = position("lease_state");
  static final int AGENT = position("agent");
  static final int AGENT_VERSION = position("agent_version");
  static final int GRANTED_AT = position("granted_at");
  static final int RENEWED_AT = position("renewed_at");
  static final int LAST_SEQ = position("last_seq");

  private static int position(String column) {
    return SqlTable.ATTEMPT.indexOf(column);
  }

  /// A row with its key, and nothing else yet.
  static @Nullable Object[] of(String run, AttemptRef ref) {
    @Nullable Object[] row = new @Nullable Object[SqlTable.ATTEMPT.columns().size()];
    row[0] = run;
    row[1] = ref.job();
    row[2] = ref.attempt();
    return row;
  }

  private AttemptColumns() {}
}
