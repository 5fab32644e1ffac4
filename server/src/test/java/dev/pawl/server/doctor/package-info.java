/// Tests of the doctor and of operators' actions, on stores that are damaged on purpose.
@NullMarked
package dev.pawl.server.doctor;

import org.jspecify.annotations.NullMarked;
