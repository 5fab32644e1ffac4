package dev.pawl.core.classify;

import static dev.pawl.core.lifecycle.ReasonCode.*;

import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;
import java.util.stream.Stream;

/// Sample output of failing tools, one for each rule.
final class FailureExamples {

  static List<FailureExample> all() {
    return Stream.of(FACTS, TROUBLE, DEPENDENCIES, COMPILERS, TESTS, LINTS)
        .flatMap(List::stream)
        .toList();
  }

  // spotless:off
  private static final List<FailureExample> FACTS = List.of(
      FailureExample.silent(TIMEOUT, "timed-out", new Failure(143, null, Ender.TIMEOUT, List.of("Tests run: 3, Failures: 1"))),
      FailureExample.silent(
          STARTUP,
          "no-process",
          new Failure(null, null, Ender.NOBODY, List.of("the step could not be started: no bash"))),
      FailureExample.silent(
          USER,
          "none",
          new Failure(
              null, null, Ender.NOBODY, List.of("working-directory 'nowhere' does not exist"))),
      FailureExample.silent(OOM, "killed-by-kernel", FailureExample.killed()),
      FailureExample.silent(OOM, "exit-137", Failure.exited(137, List.of("indexing 81%"))),
      FailureExample.silent(USER, "none", Failure.exited(3, List.of("the moon is not full"))),
      FailureExample.silent(USER, "none", new Failure(null, "KILL", Ender.KILLED, List.of("bye"))));

  private static final List<FailureExample> TROUBLE = List.of(
      FailureExample.of(OOM, "memory-limit", "Error: the kernel killed 1 process of the job at its memory limit of 512 MiB"),
      FailureExample.of(OOM, "java-memory", """
          Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
          \tat shop.Cart.fill(Cart.java:19)
          """),
      FailureExample.of(OOM, "node-memory", """
          <--- Last few GCs --->
          FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
          """),
      FailureExample.of(OOM, "allocation", "terminate called after throwing an instance of 'std::bad_alloc'"),
      FailureExample.of(OOM, "allocation", "Traceback (most recent call last):\nMemoryError"),
      FailureExample.of(OOM, "killed-child", "build.sh: line 7:  5120 Killed                  ./render --all"),
      FailureExample.of(OOM, "killed-child", "c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated."),
      FailureExample.of(OOM, "killed-child", "error: could not compile `shop` (lib)\n  process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)"),
      FailureExample.of(INFRA, "disk-full", "cp: error writing 'out/image.tar': No space left on device"),
      FailureExample.of(INFRA, "disk-full", "npm error code ENOSPC"),
      FailureExample.of(INFRA, "disk-broken", "touch: cannot touch 'stamp': Read-only file system"),
      FailureExample.of(INFRA, "too-many-files", "java.io.FileNotFoundException: data.bin (Too many open files)"),
      FailureExample.of(INFRA, "no-docker", "ERROR: Cannot connect to the Docker daemon at unix:///run/docker.sock. Is it running?"),
      FailureExample.of(FETCH, "name-resolution", "curl: (6) Could not resolve host: files.example"),
      FailureExample.of(FETCH, "name-resolution", "npm error request failed, reason: getaddrinfo ENOTFOUND packages.example"),
      FailureExample.of(FETCH, "connection-reset", "curl: (56) Recv failure: Connection reset by peer"),
      FailureExample.of(FETCH, "connection-reset", "fatal: the remote end hung up unexpectedly"),
      FailureExample.of(FETCH, "network-time-out", "curl: (28) Operation timed out after 30001 milliseconds"),
      FailureExample.of(FETCH, "network-time-out", "dial tcp 192.0.2.7:443: i/o timeout"),
      FailureExample.of(FETCH, "gateway", "wget: server returned error: HTTP/1.1 503"),
      FailureExample.of(FETCH, "gateway", "received 502 Bad Gateway from upstream"),
      FailureExample.of(FETCH, "rate-limit", "denied: 429 Too Many Requests, slow down"),
      FailureExample.of(FETCH, "tls", "curl: (60) SSL certificate problem: unable to get local issuer certificate"),
      FailureExample.of(FETCH, "tls", "javax.net.ssl.SSLHandshakeException: no cipher in common"));

  private static final List<FailureExample> DEPENDENCIES = List.of(
      FailureExample.of(FETCH, "git-remote", "fatal: unable to access 'https://git.example/shop.git/': the requested URL was refused"),
      FailureExample.of(FETCH, "docker-pull", "Error response from daemon: manifest for shop/base:9 not found"),
      FailureExample.of(FETCH, "maven-artifact", "[ERROR] Could not transfer artifact shop:cart:jar:1.2 from/to mirror"),
      FailureExample.of(FETCH, "gradle-artifact", "> Could not resolve all files for configuration ':compileClasspath'.\n* What went wrong:\nExecution failed for task ':compileJava'."),
      FailureExample.of(FETCH, "npm-package", "npm error code E404\nnpm error 404 'left-shop@9' is not in this registry."),
      FailureExample.of(FETCH, "pip-package", "ERROR: Could not find a version that satisfies the requirement shop==99 (from versions: 1, 2)\nERROR: No matching distribution found for shop==99"),
      FailureExample.of(FETCH, "go-module", "go: example.org/shop@v1.9.0: reading proxy: 410 Gone"),
      FailureExample.of(FETCH, "cargo-crate", "error: failed to download `cart v0.3.1`"));

  private static final List<FailureExample> COMPILERS = List.of(
      FailureExample.of(COMPILE, "javac", "src/shop/Cart.java:12: error: ';' expected\n    int sum = 1\n               ^\n1 error"),
      FailureExample.of(COMPILE, "maven-compile", "[ERROR] COMPILATION ERROR :\n[ERROR] /w/shop/Cart.java:[12,18] cannot find symbol"),
      FailureExample.of(COMPILE, "gradle-compile", "* What went wrong:\nExecution failed for task ':shop:compileJava'."),
      FailureExample.of(COMPILE, "kotlinc", "e: file:///w/shop/Cart.kt:4:9 Unresolved reference: summ"),
      FailureExample.of(COMPILE, "tsc", "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."),
      FailureExample.of(COMPILE, "bundler", "Module not found: Error: Can't resolve './carrt' in '/w/src'"),
      FailureExample.of(COMPILE, "syntax-error", "  File \"cart.py\", line 3\n    def sum(:\n            ^\nSyntaxError: invalid syntax"),
      FailureExample.of(COMPILE, "go-build", "# example.org/shop\n./cart.go:8:2: undefined: Summ"),
      FailureExample.of(COMPILE, "go-build", "FAIL\texample.org/shop [build failed]\nFAIL"),
      FailureExample.of(COMPILE, "rustc", "error[E0308]: mismatched types\n --> src/cart.rs:4:5"),
      FailureExample.of(COMPILE, "cc", "cart.c:9:5: error: expected ';' before 'return'\nmake: *** [Makefile:4: cart.o] Error 1"),
      FailureExample.of(COMPILE, "cc", "include/cart.hpp:2:10: fatal error: 'summ.hpp' file not found"),
      FailureExample.of(COMPILE, "linker", "/usr/bin/ld: cart.o: in function `main':\ncart.c:(.text+0x9): undefined reference to `sum'"),
      FailureExample.of(COMPILE, "cmake", "CMake Error at CMakeLists.txt:7 (add_library):"),
      FailureExample.of(COMPILE, "make", "make: *** No rule to make target 'cart.c', needed by 'cart'.  Stop."),
      FailureExample.of(COMPILE, "make", "make[1]: *** [Makefile:4: obj/cart.o] Error 1"));

  private static final List<FailureExample> TESTS = List.of(
      FailureExample.of(TEST, "surefire", "[ERROR] Tests run: 14, Failures: 2, Errors: 0, Skipped: 1"),
      FailureExample.of(TEST, "surefire", "[ERROR] Tests run: 14, Failures: 0, Errors: 3, Skipped: 1"),
      FailureExample.of(TEST, "gradle-test", "* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report."),
      FailureExample.of(TEST, "junit-console", "[        11 tests successful      ]\n[         2 tests failed          ]"),
      FailureExample.of(TEST, "jest", "\u001b[1mTests:\u001b[22m       \u001b[31m1 failed\u001b[39m, 6 passed, 7 total"),
      FailureExample.of(TEST, "jest", "FAIL src/cart.test.ts"),
      FailureExample.of(TEST, "vitest", " Test Files  1 failed | 3 passed (4)"),
      FailureExample.of(TEST, "mocha", "  12 passing (40ms)\n  1 failing"),
      FailureExample.of(TEST, "pytest", "FAILED tests/test_cart.py::test_sum - assert 3 == 4"),
      FailureExample.of(TEST, "pytest", "========== 1 failed, 8 passed in 0.12s =========="),
      FailureExample.of(TEST, "unittest", "Ran 3 tests in 0.001s\n\nFAILED (failures=1)"),
      FailureExample.of(TEST, "go-test", "--- FAIL: TestSum (0.00s)\n    cart_test.go:9: got 3, want 4\nFAIL\texample.org/shop\t0.004s"),
      FailureExample.of(TEST, "cargo-test", "test cart::sum ... FAILED\ntest result: FAILED. 4 passed; 1 failed"),
      FailureExample.of(TEST, "gtest", "[  FAILED  ] Cart.Sum (0 ms)"),
      FailureExample.of(TEST, "ctest", "75% tests passed, 1 tests failed out of 4"),
      FailureExample.of(TEST, "make-test", "make: *** [Makefile:19: check] Error 2"));

  private static final List<FailureExample> LINTS = List.of(
      FailureExample.of(LINT, "eslint", "  3:7  error  'sum' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)"),
      FailureExample.of(LINT, "prettier", "[warn] Code style issues found in 2 files. Run Prettier with --write to fix."),
      FailureExample.of(LINT, "flake8", "shop/cart.py:3:80: E501 line too long (91 > 79 characters)"),
      FailureExample.of(LINT, "mypy", "shop/cart.py:3: error: Incompatible return value type  [return-value]\nFound 1 error in 1 file (checked 4 source files)"),
      FailureExample.of(LINT, "black", "would reformat shop/cart.py\n1 file would be reformatted, 3 files would be left unchanged."),
      FailureExample.of(LINT, "go-vet", "# example.org/shop\n./cart.go:8:2: fmt.Printf format %d has arg name of wrong type string"),
      FailureExample.of(LINT, "golangci-lint", "cart.go:8:12: Error return value of `f.Close` is not checked (errcheck)"),
      FailureExample.of(LINT, "clippy", "error: this loop never loops\n  = note: `-D clippy::never-loop` implied by `-D warnings`\nerror: could not compile `shop` (lib) due to 1 previous error"),
      FailureExample.of(LINT, "rustfmt", "Diff in /w/src/cart.rs:3:"),
      FailureExample.of(LINT, "clang-format", "cart.c:3:1: error-as-warning: code should be clang-formatted [-Wclang-format-violations]"),
      FailureExample.of(LINT, "checkstyle", "[ERROR] You have 3 Checkstyle violations."),
      FailureExample.of(LINT, "spotless", "The following files had format violations:\n    src/main/java/shop/Cart.java"),
      FailureExample.of(LINT, "shellcheck", "In build.sh line 3:\nSC2086 (info): Double quote to prevent word splitting."));
  // spotless:on

  private FailureExamples() {}
}
