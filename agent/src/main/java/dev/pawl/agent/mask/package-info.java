/// Masking: the secrets of a job, and the stream that replaces them in its output. Bytes enter,
/// masked bytes leave. Everything that leaves the agent as text has to pass here first.
@NullMarked
package dev.pawl.agent.mask;

import org.jspecify.annotations.NullMarked;
