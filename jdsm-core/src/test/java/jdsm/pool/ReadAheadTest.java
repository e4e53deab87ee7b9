package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.MovingHome;
import jdsm.node.TestJob;
import jdsm.runtime.Checks;
import jdsm.runtime.HandWoven;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadAheadTest {
    private final ReadAhead ahead = new ReadAhead();

    private static UnitState unit(int number) {
        return new MovingHome(1, 2).newState(new Initial(number, 0, true, Content.ELEMENTS, Publication.NOTIFY));
    }

    @Test
    void theNextIsRequestedWithTheReplyAndTheOneBehindItWhenAWorkerReadsIt() {
        UnitState first = unit(1);
        UnitState second = unit(2);
        UnitState third = unit(3);

        assertThat(ahead.replied(first, second)).isSameAs(second);
        assertThat(ahead.isAsked(second)).isTrue();
        assertThat(ahead.replied(second, third))
                .as("nobody has read the second")
                .isNull();
        assertThat(ahead.reads(first)).isNull();
        assertThat(ahead.reads(second)).isSameAs(third);
        assertThat(ahead.isAsked(second)).isFalse();
        assertThat(ahead.reads(second)).as("once").isNull();
    }

    @Test
    void aWorkerThatWaitsForTheReplyReadsIt() {
        UnitState second = unit(2);
        UnitState third = unit(3);
        ahead.replied(unit(1), second);

        assertThat(ahead.reads(second))
                .as("its owner has not said what is next")
                .isNull();
        assertThat(ahead.replied(second, third)).isSameAs(third);
    }

    @Test
    void nothingIsRequestedForWhatWasReadBeforeABarrier() {
        UnitState second = unit(2);
        ahead.replied(unit(1), second);
        ahead.replied(second, unit(3));

        ahead.intervalEnds();
        assertThat(ahead.isAsked(second)).isFalse();
        assertThat(ahead.reads(second)).isNull();
    }

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(TestJob.Transport.class)
    void aLongListComesAheadOfItsReader(TestJob.Transport transport) throws IOException {
        Path file = directory.resolve("stats.json");
        Map<String, String> settings = Map.of("JDSM_CONSISTENCY", "lazy-release", "JDSM_STATS", file.toString());

        TestJob.run(transport, Walk.class, 2, settings).ok();

        String total = Files.readString(file).split("\"total\"", 2)[1];
        assertThat(number(total, "fetchesAhead")).isPositive();
        assertThat(number(total, "fetches")).as("no more than without").isLessThan(30);
    }

    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile('"' + name + "\"\\s*:\\s*(\\d+)").matcher(json);
        assertThat(matcher.find()).as(name + " in " + json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Rank 0 makes a list, rank 1 adds up its numbers. */
    public static final class Walk extends WovenPrograms.Program {
        private static final int LENGTH = 100_000;
        Link head;

        static final class Link extends HandWoven {
            long number;
            Link next;

            Link(long number, Link next) {
                this.number = number;
                this.next = next;
            }
        }

        @Override
        public void start() {
            if (rank() == 0) {
                Link last = null;
                for (int i = LENGTH; i > 0; i--) {
                    last = new Link(i, last);
                }
                Checks.write($jdsm);
                head = last;
            }
            barrier();
            if (rank() == 1) {
                Checks.read($jdsm);
                long sum = 0;
                for (Link link = head; link != null; link = link.next) {
                    Checks.read(link.$jdsm);
                    sum += link.number;
                }
                if (sum != LENGTH * (LENGTH + 1L) / 2) {
                    throw new AssertionError("the sum is " + sum);
                }
            }
            barrier();
        }
    }
}
