/// Groups of command-line options that several commands share. Picocli fills them; they return
/// projects, stores and secrets that are ready to use, or a usage error. They do not print.
@NullMarked
package dev.pawl.cli.option;

import org.jspecify.annotations.NullMarked;
