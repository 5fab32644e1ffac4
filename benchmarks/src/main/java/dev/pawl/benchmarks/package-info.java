/// The benchmarks of `./bench`: their options, session, subjects and reports. The figures in the
/// documents come from here, each with the command that reproduces it. The product may not depend
/// on this module.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;
