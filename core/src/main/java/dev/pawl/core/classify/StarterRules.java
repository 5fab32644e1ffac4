package dev.pawl.core.classify;

import static dev.pawl.core.classify.FailureRule.log;
import static dev.pawl.core.lifecycle.ReasonCode.*;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;

/// The built-in rules.
///
/// The order matters. Facts that the agent knows come first. Then problems that make any tool fail:
/// a compiler without memory, a build without its dependencies and a test on a full disk also
/// report a failed compilation or test, after the cause. Compile comes before test, because a test
/// runner that could not compile reports failed tests too; test comes before lint, because lint
/// messages are the least specific and a failed test may print them.
///
/// A pattern matches what a tool prints when it fails, not what a program under test might print:
/// `Connection refused` is nearly always a test's own server, and is not here.
final class StarterRules {

  // spotless:off
  static final List<FailureRule> ALL = List.of(
      // Facts that the agent knows.
      ended(TIMEOUT, "timed-out",        List.of(),    List.of(),       Ender.TIMEOUT),
      new FailureRule("no-process", STARTUP,    new FailureRule.Conditions(List.of(), List.of(), List.of(Ender.NOBODY), "^the step could not be started")),

      // Memory. A process that Pawl did not kill was mostly killed by the kernel.
      log(OOM,     "memory-limit",       "^Error: the kernel killed \\d+ process(es)? of the job at its memory limit"),
      log(OOM,     "java-memory",        "java\\.lang\\.OutOfMemoryError|There is insufficient memory for the Java Runtime"),
      log(OOM,     "node-memory",        "JavaScript heap out of memory"),
      log(OOM,     "allocation",         "Cannot allocate memory|std::bad_alloc|^MemoryError\\b|runtime: out of memory|memory allocation of \\d+ bytes failed"),
      log(OOM,     "killed-child",       "^(\\S+: line \\d+: +\\d+ )?Killed\\b|signal: killed|signal: 9, SIGKILL|Killed signal terminated program|Out of memory: Killed process"),
      ended(OOM,   "killed-by-kernel",   List.of(),    List.of("KILL"), Ender.PROCESS),
      ended(OOM,   "exit-137",           List.of(137), List.of(),       Ender.PROCESS),

      // Disk and machine.
      log(INFRA,   "disk-full",          "No space left on device|\\bENOSPC\\b|Disk quota exceeded"),
      log(INFRA,   "disk-broken",        "Read-only file system|Input/output error"),
      log(INFRA,   "too-many-files",     "Too many open files|\\bEMFILE\\b"),
      log(INFRA,   "no-docker",          "Cannot connect to the Docker daemon"),

      // Network.
      log(FETCH,   "name-resolution",    "Could not resolve host|Temporary failure in name resolution|Name or service not known|getaddrinfo E\\w+|UnknownHostException|: no such host"),
      log(FETCH,   "connection-reset",   "[Cc]onnection reset|\\bECONNRESET\\b|remote end hung up unexpectedly|unexpected disconnect while reading"),
      log(FETCH,   "network-time-out",   "\\bETIMEDOUT\\b|([Cc]onnect|[Cc]onnection|Read|[Oo]peration|[Rr]equest) timed out|TLS handshake timeout|: i/o timeout"),
      log(FETCH,   "gateway",            "\\b50[234] (Bad Gateway|Service (Temporarily )?Unavailable|Gateway Time-?out)|(status code|HTTP error|returned error|HTTP/[0-9.]+):? 50[234]\\b"),
      log(FETCH,   "rate-limit",         "429 Too Many Requests|\\btoomanyrequests\\b|returned error: 429\\b"),
      log(FETCH,   "tls",                "certificate verify failed|CERTIFICATE_VERIFY_FAILED|unable to get local issuer certificate|SSLHandshakeException|PKIX path building failed|x509: certificate|gnutls_handshake\\(\\) failed|SSL_ERROR_SYSCALL"),

      // Dependencies.
      log(FETCH,   "git-remote",         "^fatal: unable to access '|Could not read from remote repository|^fatal: early EOF"),
      log(FETCH,   "docker-pull",        "^Error response from daemon: (Get|manifest|pull)|failed to pull image"),
      log(FETCH,   "maven-artifact",     "Could not (transfer|find) artifact \\S+|Could not resolve dependencies for project"),
      log(FETCH,   "gradle-artifact",    "Could not resolve all (files|dependencies|artifacts) for configuration|Could not (GET|HEAD) 'https?:"),
      log(FETCH,   "npm-package",        "npm (ERR!|error) (network|code (E404|ETARGET|EINTEGRITY|ECONNREFUSED)\\b)"),
      log(FETCH,   "pip-package",        "^ERROR: (Could not find a version that satisfies|No matching distribution found for)"),
      log(FETCH,   "go-module",          "^go: \\S+: (reading|Get|verifying module|invalid version)\\b|go\\.mod:\\d+: reading "),
      log(FETCH,   "cargo-crate",        "failed to (download|fetch) |[Uu]nable to update registry|spurious network error"),

      // Compilers and linkers.
      log(COMPILE, "javac",              "\\.java:\\d+: error:"),
      log(COMPILE, "maven-compile",      "COMPILATION ERROR|\\.java:\\[\\d+,\\d+\\]"),
      log(COMPILE, "gradle-compile",     "Execution failed for task '\\S*:compile\\w*'"),
      log(COMPILE, "kotlinc",            "^e: \\S+\\.kts?:"),
      log(COMPILE, "tsc",                "\\berror TS\\d+:"),
      log(COMPILE, "bundler",            "Module not found: Error: Can't resolve|\\[ERROR\\] Could not resolve \""),
      log(COMPILE, "syntax-error",       "^\\s*(SyntaxError|IndentationError|TabError): "),
      log(COMPILE, "go-build",           "\\.go:\\d+:\\d+: (undefined: |syntax error: |cannot use |declared and not used|missing return|not enough arguments |too many arguments |invalid operation: |\"\\S+\" imported and not used)|\\[(build|setup) failed\\]"),
      log(COMPILE, "rustc",              "^error\\[E\\d{4}\\]|^error: (expected|unexpected|unknown start of token|cannot find)\\b"),
      log(COMPILE, "cc",                 "\\.(c|cc|cpp|cxx|h|hh|hpp|m):\\d+(:\\d+)?: (fatal )?error: "),
      log(COMPILE, "linker",             "undefined reference to |^Undefined symbols? for architecture|\\bld: cannot find |ld returned \\d+ exit status"),
      log(COMPILE, "cmake",              "^CMake Error\\b"),
      log(COMPILE, "make",               "^g?make(\\[\\d+\\])?: \\*\\*\\* (No rule to make target|\\[[^\\]]*\\.(o|so|a)\\] Error)|\\*\\*\\* missing separator"),

      // Tests.
      log(TEST,    "surefire",           "Tests run: \\d+, Failures: ([1-9]|0, Errors: [1-9])|There are test failures"),
      log(TEST,    "gradle-test",        "There were failing tests|Execution failed for task '\\S*:\\w*[tT]est'"),
      log(TEST,    "junit-console",      "^\\[ +[1-9]\\d* tests failed +\\]"),
      log(TEST,    "jest",               "^Tests: +[1-9]\\d* failed|^FAIL \\S+\\.(test|spec)\\.[cm]?[jt]sx?\\b"),
      log(TEST,    "vitest",             "^ *Test Files +[1-9]\\d* failed"),
      log(TEST,    "mocha",              "^ +[1-9]\\d* failing$"),
      log(TEST,    "pytest",             "^(FAILED|ERROR) \\S+\\.py(::|\\b)|^=+ [1-9]\\d* (failed|errors?)\\b"),
      log(TEST,    "unittest",           "^FAILED \\((failures|errors)=\\d+"),
      log(TEST,    "go-test",            "^ *--- FAIL: |^FAIL\\t\\S+|^panic: test timed out after"),
      log(TEST,    "cargo-test",         "^test result: FAILED|^test \\S+ \\.\\.\\. FAILED$"),
      log(TEST,    "gtest",              "^\\[  FAILED  \\] "),
      log(TEST,    "ctest",              "tests? failed out of \\d+|^The following tests FAILED:"),
      log(TEST,    "make-test",          "^g?make(\\[\\d+\\])?: \\*\\*\\* \\[[^\\]]*\\b(test|check)\\] Error"),

      // Lints and formatters.
      log(LINT,    "eslint",             "\\d+ problems? \\([1-9]\\d* errors?, \\d+ warnings?\\)"),
      log(LINT,    "prettier",           "Code style issues found in "),
      log(LINT,    "flake8",             "^\\S+\\.py:\\d+:\\d+: [A-Z]{1,4}\\d{2,4} "),
      log(LINT,    "mypy",               "^\\S+\\.pyi?:\\d+(:\\d+)?: error: |^Found \\d+ errors? in \\d+ files?"),
      log(LINT,    "black",              "^\\d+ files? would be reformatted|^would reformat \\S+"),
      log(LINT,    "go-vet",             "^vet: |\\.go:\\d+:\\d+: (fmt\\.)?\\w+ (format %|call has )|\\.go:\\d+:\\d+: (unreachable code|struct field tag )"),
      log(LINT,    "golangci-lint",      "\\.go:\\d+:\\d+: .{1,300} \\((govet|staticcheck|errcheck|revive|unused|gosimple|ineffassign|gofmt)\\)$"),
      log(LINT,    "clippy",             "\\bclippy::\\w+"),
      log(LINT,    "rustfmt",            "^Diff in \\S+\\.rs\\b"),
      log(LINT,    "clang-format",       "code should be clang-formatted"),
      log(LINT,    "checkstyle",         "You have \\d+ Checkstyle violations?"),
      log(LINT,    "spotless",           "The following files had format violations"),
      log(LINT,    "shellcheck",         "\\bSC\\d{4} \\((error|warning|info|style)\\)"));
  // spotless:on

  private static FailureRule ended(
      ReasonCode code, String name, List<Integer> exitCodes, List<String> signals, Ender ender) {
    return new FailureRule(
        name, code, new FailureRule.Conditions(exitCodes, signals, List.of(ender), ""));
  }

  private StarterRules() {}
}
