/// The reports of commands, as text and as JSON: plans, tokens, doctor findings and step logs. They
/// receive data that has been read and write to standard output. They do not change anything.
@NullMarked
package dev.pawl.cli.report;

import org.jspecify.annotations.NullMarked;
