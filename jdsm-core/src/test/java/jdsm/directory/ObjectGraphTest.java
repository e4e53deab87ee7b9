package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import jdsm.Consistency;
import jdsm.Protocol;
import jdsm.VolatileElements;
import jdsm.codec.References;
import jdsm.runtime.HandWoven;
import org.junit.jupiter.api.Test;

class ObjectGraphTest {
    /** A program as the agent would leave it. */
    static final class Program extends HandWoven {
        int[] plain = {1};

        @VolatileElements
        int[] flags = {2};

        @VolatileElements
        int[][] rows = {{3}};

        @VolatileElements
        @Consistency(Protocol.AUTO)
        int[] chosen = {4};

        @Consistency(Protocol.WRITE_UPDATE)
        int[][] table = {{5}};
    }

    /** For objects only. */
    private static final class NoValues implements References {
        @Override
        public int numberOf(Object object) {
            throw new AssertionError(object);
        }

        @Override
        public Object objectOf(int number) {
            throw new AssertionError(number);
        }
    }

    private final Directory directory = new Directory();

    private Optional<Protocol> protocolOf(Object array) {
        return directory.find(array).consistency();
    }

    @Test
    void anArrayOfVolatileElementsIsInvalidatedByWrites() {
        Program program = new Program();
        new ObjectGraph(directory, new NoValues(), 2, (entry, path) -> {}).add(program, "Program");

        assertThat(protocolOf(program.flags)).contains(Protocol.WRITE_INVALIDATE);
        assertThat(protocolOf(program.plain)).isEmpty();
        assertThat(protocolOf(program.rows)).contains(Protocol.WRITE_INVALIDATE);
        assertThat(protocolOf(program.rows[0])).as("elements of rows are plain").isEmpty();
        assertThat(protocolOf(program.chosen)).as("as the program says").contains(Protocol.AUTO);
        assertThat(protocolOf(program.table[0])).contains(Protocol.WRITE_UPDATE);
    }
}
