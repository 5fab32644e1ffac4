/// Logging of the `pawl` processes: the backend behind SLF4J that server and agent log to.
///
/// Events enter through [LogProvider], which `Main` names before any logger is created. They leave
/// through [LogOutput]: to the console of `pawl server` and `pawl agent`, or to a file of a short
/// command. Nothing here knows runs, agents or stores; those are key-value pairs of an event.
@NullMarked
package dev.pawl.cli.logging;

import org.jspecify.annotations.NullMarked;
