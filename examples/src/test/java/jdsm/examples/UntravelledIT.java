package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of values that cannot travel: class, field, path, and the line that published them. */
@Tag("once")
class UntravelledIT {
    private static final String PROGRAM = "jdsm.examples.programs.Untravelled";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shm | field   | an object of java.util.WeakHashMap cannot be shared: in Untravelled.boxes[1].any (field FULL$Box.any)
            tcp | element | an object of java.util.Date cannot be shared: in Untravelled.boxes[1].more[2]
            shm | record  | an object of java.util.Date cannot be shared: in Untravelled.boxes[1].any.first (field FULL$Pair.first)
            """)
    void classFieldPathAndLine(String comm, String where, String what) {
        Outcome outcome;
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--comm", comm, PROGRAM, where)) {
            outcome = job.end();
        }

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(line -> line.startsWith("[0] jdsm: rank 0: " + what.replace("FULL", PROGRAM)
                                + "; stored before the synchronisation at " + PROGRAM + ".start(Untravelled.java:")
                        && line.contains("(worker 0); use "))
                .noneMatch(line -> line.contains("\tat ") || line.contains("message kind"))
                .anyMatch(line -> line.startsWith("[1] jdsm: rank 1 ends: rank 0: "));
    }
}
