package dev.pawl.server.store.rows;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.codec.StoreCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The digest of a job's definition: its steps, the inputs of the calls that it is part of, and the
/// inputs and variables of its run. Results for one commit are compared only between jobs with the
/// same one, because other inputs, or another text of the workflow, may well have another result.
public final class JobDigest {

  private final Plan plan;

  /// What all jobs of the run have in common; empty for a run without a repository, whose results
  /// are never compared.
  private final String common;

  public JobDigest(Run run) {
    this.plan = run.plan();
    this.common = run.origin().source().repository().isEmpty() ? "" : fixed(plan.contexts());
  }

  private static String fixed(PlanContexts contexts) {
    MessageDigest digest = sha256();
    add(
        digest,
        StoreCodec.encode(
            PlanContexts.class,
            new PlanContexts(PlanContexts.EMPTY, contexts.inputs(), contexts.vars())));
    return HexFormat.of().formatHex(digest.digest());
  }

  /// The digest of one of its jobs; empty for a run without a repository.
  public String of(PlannedJob planned) {
    if (common.isEmpty()) {
      return "";
    }
    MessageDigest digest = sha256();
    add(digest, common);
    add(digest, StoreCodec.encode(JobBody.class, planned.body()));
    for (int scope = planned.scope();
        scope != WorkflowScope.WORKFLOW;
        scope = plan.scope(scope).parent()) {
      add(digest, StoreCodec.encode(WorkflowScope.class, plan.scope(scope)));
    }
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
}
