/// The channels by which a step talks to the agent: workflow commands in its output, and
/// environment files. Bytes and files enter; outputs, variables, masks and the text for the log
/// leave. Starts no process and sends no message.
@NullMarked
package dev.pawl.agent.commands;

import org.jspecify.annotations.NullMarked;
