/// A class in the place of the command line, which may use every module and breaks no rule.
@NullMarked
package dev.pawl.architecture.offenders.cli;

import org.jspecify.annotations.NullMarked;
