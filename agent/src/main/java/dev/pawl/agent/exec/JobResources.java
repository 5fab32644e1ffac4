package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.protocol.ServerMessage.JobDispatch;

/// What an agent is to execute, where it tells of it, and how it is told to stop.
record JobResources(
    JobDispatch dispatch,
    LogShipper log,
    StepClaims claims,
    StopSignal stop,
    JobDeadlines time,
    ToolAccess tools) {}
