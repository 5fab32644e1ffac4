@NullMarked
package dev.pawl.cli.view;

import org.jspecify.annotations.NullMarked;
