/// What people see of a run.
@NullMarked
package dev.pawl.cli.view;

import org.jspecify.annotations.NullMarked;
