package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.FromRank;
import jdsm.SPMD;
import jdsm.examples.programs.Different;
import jdsm.examples.programs.FromOneRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that registered different things do not start; the first difference is named with both values. */
class RegistrationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count|int[4] (key 1) where rank 1 has nothing more",
                "type|int[4] (key 1) where rank 1 has long[4] (key 1)",
                "length|double[6] in blocks of 3 (key 0) where rank 1 has double[7] in blocks of 3 (key 0)",
                "blocks|double[6] in blocks of 3 (key 0) where rank 1 has double[6] in blocks of 2 (key 0)",
                "declared|classes [] where rank 1 has classes [java.lang.Thread$State]"
            })
    void differentThings(String how, String difference) {
        assertThat(run(how).err())
                .contains("jdsm: rank 0: ranks registered different things: rank 0 has " + difference);
    }

    @ParameterizedTest
    @CsvSource({"content, 0.0, 0.5", "nan, 0.0, -0.0"})
    void differentContent(String how, String here, String there) {
        assertThat(run(how).err())
                .contains(
                        "jdsm: rank 0: initial content differs in double[6] in blocks of 3 (key 0), Different.first: [5] is "
                                + here + " on rank 0 and " + there
                                + " on rank 1; let initialize() give every rank the same, or mark the field @FromRank(0)");
    }

    @Test
    void aFieldMarkedFromARankThatIsNotThere() {
        InprocRun.run(FromOneRank.class, 1, 1)
                .failed(2, "jdsm: field FromOneRank.fromOne is marked @FromRank(1), but the job has ranks 0 to 0");
    }

    /** The content of a field with a value is that of the program object. */
    public static final class FromRankOfNumber extends SPMD {
        @FromRank(0)
        private int number;

        @Override
        public void start() {
            number++;
        }
    }

    /** As above. */
    public static final class FromRankOfText extends SPMD {
        @FromRank(0)
        private final String text = "text";

        @Override
        public void start() {
            report(text);
        }
    }

    @Test
    void aFieldOfAValueMarkedFromARank() {
        String why =
                " is marked @FromRank(0), which is for fields that refer to shared objects, but it holds a value: let"
                        + " initialize() give every rank the same, or let one worker store it in start(), before a barrier()";
        InprocRun.run(FromRankOfNumber.class, 1, 1).failed(2, "jdsm: field FromRankOfNumber.number" + why);
        InprocRun.run(FromRankOfText.class, 1, 1).failed(2, "jdsm: field FromRankOfText.text" + why);
    }

    private static Outcome run(String how) {
        Outcome outcome = InprocRun.run(Different.class, 3, 1, how);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
        return outcome;
    }
}
