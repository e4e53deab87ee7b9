package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.FromRank;
import jdsm.SPMD;
import jdsm.codec.Instances;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The names of shared objects that a program's fields lead to, by arrays of any shape. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgramFieldsTest {
    private static final class Program extends SPMD {
        private Object[] array;

        @FromRank(1)
        private Object[] marked;

        @Override
        public void start() {}
    }

    private final Program program = Instances.of(Program.class);
    private final Directory directory = new Directory();
    private final int[] content = new int[3];
    private final SharedEntry entry = directory.add(content);

    @BeforeEach
    void markedFieldLeadsToSomething() {
        program.marked = new Object[] {new int[1]};
        directory.add(program.marked[0]);
    }

    private ProgramFields fields() {
        return new ProgramFields(program, List.of(), directory, 2);
    }

    @Test
    void namesElements() {
        program.array = new Object[] {null, new Object[] {"text", content}};
        assertThat(fields().describe(entry)).endsWith(", Program.array[1][1]");
        assertThat(fields().originOf(entry)).isEqualTo(-1);
    }

    @Test
    void arrayContainsItself() {
        Object[] ring = new Object[3];
        ring[0] = ring;
        ring[1] = new Object[] {ring};
        ring[2] = content;
        program.array = ring;
        assertThat(fields().describe(entry)).endsWith(", Program.array[2]");
    }

    @Test
    void arraysShareArrays() {
        Object[] pair = {content, content};
        for (int depth = 1; depth < 60; depth++) {
            pair = new Object[] {pair, pair};
        }
        program.array = pair;
        assertThat(fields().describe(entry)).endsWith(", Program.array" + "[0]".repeat(60));
    }

    @Test
    void longListOfArrays() {
        Object[] list = {content, null};
        for (int length = 1; length < 20_000; length++) {
            list = new Object[] {length, list};
        }
        program.array = list;
        assertThat(fields().describe(entry)).endsWith("[1][1][0]");
    }

    @Test
    void markedFieldGivesOriginToWhatAnotherFieldNames() {
        program.array = new Object[] {content};
        program.marked = new Object[] {program.array};
        ProgramFields fields = fields();
        assertThat(fields.describe(entry)).endsWith(", Program.array[0]");
        assertThat(fields.originOf(entry)).isEqualTo(1);
    }
}
