package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * How a job ended.
 *
 * @param status the exit status
 * @param out lines of standard output
 * @param err lines of standard error
 */
record Outcome(int status, List<String> out, List<String> err) {
    /** Fails unless the job ended well and nobody complained. */
    Outcome ok() {
        assertThat(err).isEmpty();
        assertThat(status).isZero();
        return this;
    }

    /** Fails unless the job ended with this status and nothing on standard error but these lines, in any order. */
    void failed(int expectedStatus, String... errors) {
        assertThat(err).containsExactlyInAnyOrder(errors);
        assertThat(status).isEqualTo(expectedStatus);
    }

    /** Standard error without the frames of stack traces, and without the exceptions that caused others. */
    List<String> errorsWithoutTraces() {
        return err.stream()
                .filter(line -> line.replaceFirst("^\\[\\d+] ", "").startsWith("jdsm: "))
                .toList();
    }
}
