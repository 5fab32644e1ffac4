package dev.pawl.server.store.rows;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.codec.StoreCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The digest of a job's definition: its steps, and the inputs and variables of its run. Results
/// for one commit are compared only between jobs with the same one, because other inputs, or
/// another text of the workflow, may well have another result.
public final class JobDigest {

  /// Empty for a run without a repository, whose results are never compared.
  public static String of(Run run, PlannedJob planned) {
    if (run.origin().source().repository().isEmpty()) {
      return "";
    }
    PlanContexts contexts = run.plan().contexts();
    var fixed = new PlanContexts(PlanContexts.EMPTY, contexts.inputs(), contexts.vars());
    MessageDigest digest = sha256();
    add(digest, StoreCodec.encode(JobBody.class, planned.body()));
    add(digest, StoreCodec.encode(PlanContexts.class, fixed));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private JobDigest() {}
}
