package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.protocol.FromServer.JobDispatch;

/// What an agent is to execute, where it tells of it, and how it is told to stop.
record Assignment(
    JobDispatch dispatch,
    LogShipper log,
    StepClaims claims,
    StopSignal stop,
    JobTime time,
    ToolQuestion tools) {}
