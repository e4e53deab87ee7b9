package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Initial arrays of primitives, which the ranks restore together. The results are equal in each bit. */
@Tag("once")
class CheckpointedArraysTest extends CheckpointedJobs {
    /**
     * Arrays of all kinds, in blocks, in one unit, and with a shorter last block. Their parts go from worker to worker in each step, so that a
     * checkpoint finds units of each array on each rank. Nothing is written behind step 8: the checkpoints behind it have
     * the units where the restart has left them. What a step does to an element depends on the
     * element and the step only, so the digest is the same for any number of workers.
     */
    private static final CheckedJob JOB = CheckedJob.of("""
            public class P extends SPMD {
                static final int STEPS = 12;
                static final int LAST = 8;
                double[] doubles = new double[20_001];
                float[] floats = new float[9_007];
                long[] longs = new long[6_000];
                int[] ints = new int[12_003];
                short[] shorts = new short[4_000];
                char[] chars = new char[4_001];
                byte[] bytes = new byte[12_000];
                boolean[] flags = new boolean[12_001];
                int[] few = new int[12];
                int[][] rows = new int[24][400];
                long[][] wide = new long[2][7_000];
                @VolatileElements long[] hot = new long[200];
                List<String> said = new ArrayList<>();

                @Override
                public void initialize() {
                    for (int i = 0; i < doubles.length; i++) {
                        doubles[i] = i == 77 ? Double.longBitsToDouble(0x7ff8_0000_0000_1234L) : -1.0 / i;
                    }
                }

                @Override
                public void start() {
                    for (int step = resumeFrom("step", 0); step < STEPS; step++) {
                        if (step <= LAST) {
                            change((worker() + step) % workers(), step);
                            if (worker() == step % workers()) {
                                said.add("s" + step);
                            }
                        }
                        barrier();
                    }
                    if (worker() == 0) {
                        report("digest " + digest());
                    }
                }

                int begin(int length, int part) {
                    return (int) ((long) length * part / workers());
                }

                void change(int part, int step) {
                    for (int i = begin(doubles.length, part); i < begin(doubles.length, part + 1); i++) {
                        doubles[i] = doubles[i] * 0.75 + i / (step + 1.0);
                    }
                    for (int i = begin(floats.length, part); i < begin(floats.length, part + 1); i++) {
                        floats[i] = floats[i] / 3 + i * step;
                    }
                    for (int i = begin(longs.length, part); i < begin(longs.length, part + 1); i++) {
                        longs[i] = longs[i] * 31 + i + step;
                    }
                    for (int i = begin(ints.length, part); i < begin(ints.length, part + 1); i++) {
                        ints[i] = ints[i] * 31 + i - step;
                    }
                    for (int i = begin(shorts.length, part); i < begin(shorts.length, part + 1); i++) {
                        shorts[i] = (short) (shorts[i] * 7 + i + step);
                    }
                    for (int i = begin(chars.length, part); i < begin(chars.length, part + 1); i++) {
                        chars[i] = (char) (chars[i] * 5 + i + step);
                    }
                    for (int i = begin(bytes.length, part); i < begin(bytes.length, part + 1); i++) {
                        bytes[i] = (byte) (bytes[i] * 3 + i + step);
                    }
                    for (int i = begin(flags.length, part); i < begin(flags.length, part + 1); i++) {
                        flags[i] ^= (i + step) % 3 == 0;
                    }
                    for (int i = begin(few.length, part); i < begin(few.length, part + 1); i++) {
                        few[i] = few[i] * 31 + i + step;
                    }
                    for (int i = begin(rows.length, part); i < begin(rows.length, part + 1); i++) {
                        for (int j = 0; j < rows[i].length; j++) {
                            rows[i][j] = rows[i][j] * 31 + i * j + step;
                        }
                    }
                    for (long[] line : wide) {
                        for (int i = begin(line.length, part); i < begin(line.length, part + 1); i++) {
                            line[i] = line[i] * 31 + i + step;
                        }
                    }
                    for (int i = begin(hot.length, part); i < begin(hot.length, part + 1); i++) {
                        hot[i] = hot[i] * 31 + i + step;
                    }
                }

                long digest() {
                    long sum = said.hashCode();
                    for (double x : doubles) {
                        sum = sum * 31 + Double.doubleToRawLongBits(x);
                    }
                    for (float x : floats) {
                        sum = sum * 31 + Float.floatToRawIntBits(x);
                    }
                    sum = sum * 31 + Arrays.hashCode(longs) + Arrays.hashCode(ints) * 3L;
                    sum = sum * 31 + Arrays.hashCode(shorts) + Arrays.hashCode(chars) * 3L;
                    sum = sum * 31 + Arrays.hashCode(bytes) + Arrays.hashCode(flags) * 3L + Arrays.hashCode(few) * 7L;
                    for (int[] row : rows) {
                        sum = sum * 31 + Arrays.hashCode(row);
                    }
                    for (long[] line : wide) {
                        sum = sum * 31 + Arrays.hashCode(line);
                    }
                    for (int i = 0; i < hot.length; i++) {
                        sum = sum * 31 + hot[i];
                    }
                    return sum;
                }
            }
            """);

    /** With as many ranks each restores what it had; with others worker 0 restores all, and blocks have other lengths. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void eachProtocolRestoresThem(Protocol protocol) throws IOException {
        String undisturbed = digestOf(JOB.runUnchecked(2, 1, protocol));
        assertThat(digestOf(JOB.runUnchecked(2, 2, protocol, settings(false, "5"))))
                .isEqualTo(undisturbed);
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2");

        for (int[] shape : new int[][] {{2, 2}, {3, 1}}) {
            WovenRanks.Ended again = JOB.runUnchecked(shape[0], shape[1], protocol, from(1));
            assertThat(digestOf(again)).as(shape[0] + " x " + shape[1]).isEqualTo(undisturbed);
            assertThat(again.err())
                    .containsExactly("jdsm: restarted from checkpoint 1, at the head of loop 'step' with index 5");
        }
        assertThat(digestOf(JOB.runUnchecked(2, 2, protocol, settings(true, "1"))))
                .isEqualTo(undisturbed);
        assertThat(checkpoints()).containsExactly("checkpoint-3", "checkpoint-4");
        assertThat(Files.size(directory.resolve("checkpoint-3/rank-1")))
                .as("what rank 1 owns behind a restart: nothing where worker 0 restores all")
                .isGreaterThan(20_000);
    }
}
