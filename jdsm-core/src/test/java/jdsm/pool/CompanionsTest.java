package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jdsm.FreqReadObj;
import jdsm.Protocol;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceMessage.Room;
import jdsm.coherence.home.MovingHome;
import jdsm.config.FetchOrder;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.HandWoven;
import jdsm.runtime.HeavyPart;
import jdsm.runtime.Sharing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which objects of a tree come along with its root. Each object has a unit of its own. */
class CompanionsTest {
    private static final int RANK = 1;
    private static final Room AMPLE = new Room(64 << 10, false);

    static class Node extends HandWoven {
        int number;
        Node left;
        Node right;
        Object more;

        Node(int number) {
            this.number = number;
        }
    }

    static final class Marked extends Node implements FreqReadObj {
        Marked(int number) {
            super(number);
        }
    }

    static final class Part extends HandWoven implements HeavyPart {
        int writes;
    }

    /** As the agent leaves a class with heavy fields. */
    static final class Split extends Node {
        Part $jdsm$heavy = new Part();

        Split(int number) {
            super(number);
        }
    }

    private final Directory directory = new Directory();
    private final SharedObjects objects =
            new SharedObjects(directory, getClass().getClassLoader());
    private final Copies copies = new Copies(directory, objects);

    /** Shares an object and all that it refers to, each as a unit of its own. */
    private void share(Object object) {
        if (object == null) {
            return;
        }
        directory.add(object, 0, objects, Optional.empty());
        if (object instanceof Node node) {
            share(node.left);
            share(node.right);
            share(node.more);
        }
        if (object instanceof Split split) {
            share(split.$jdsm$heavy);
        }
        if (object instanceof Object[] array) {
            Arrays.stream(array).forEach(this::share);
        }
    }

    /** What comes along with a root: the numbers of nodes, and the simple names of other classes. */
    private List<Object> along(FetchOrder order, Room room, Node root) {
        share(root);
        directory.seal(0, 2);
        objects.seal(0, 2, (together, owner, mayBeWritten) -> {
            throw new AssertionError(together.get(0).label() + " was not shared before");
        });
        InitialStates initial =
                new InitialStates(new UnitTable(directory, new MovingHome(0, 2), 2), Protocol.LAZY_RELEASE);
        for (SharedEntry entry : directory.entries()) {
            initial.add(entry, 0);
            Sharing.reveal(entry.object(), new Handle(entry, null));
        }
        Companions companions = new Companions(directory, objects, copies, order, 2);
        int unit = objects.numberOf(root) - 1;
        ByteBuffer content =
                ByteBuffer.allocate(copies.content(unit).encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        copies.encodePublished(unit, content);
        List<Object> came = new ArrayList<>();
        Set<Integer> there = new HashSet<>(Set.of(unit));
        content.flip();
        companions.gather(RANK, unit, (of, found) -> of.forEachReference(0, content, found), room, next -> {
            if (!there.add(next)) {
                return;
            }
            SharedEntry entry = directory.entryOfUnit(next);
            Object object = entry.object();
            came.add(
                    object instanceof Node node
                            ? node.number
                            : object.getClass().getSimpleName());
            companions.add(CoherenceMessage.copyWithReply(next, 1, false));
        });
        return came;
    }

    private static Node tree(int number, int most) {
        Node node = new Node(number);
        if (2 * number <= most) {
            node.left = tree(2 * number, most);
            node.right = tree(2 * number + 1, most);
        }
        return node;
    }

    private static List<Object> nodes(List<Object> all) {
        return all.stream().filter(Integer.class::isInstance).toList();
    }

    @Test
    void breadthFirstAllOfALevel() {
        assertThat(nodes(along(FetchOrder.BREADTH, AMPLE, tree(1, 15))))
                .containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    @Test
    void depthFirstAllBelowANode() {
        assertThat(nodes(along(FetchOrder.DEPTH, AMPLE, tree(1, 15))))
                .containsExactly(2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15);
    }

    @Test
    void hierarchicalGroupsOfLevels() {
        assertThat(nodes(along(FetchOrder.HIERARCHICAL, AMPLE, tree(1, 31))))
                .startsWith(2, 3, 4, 5, 6, 7, 8, 16, 17, 9, 18, 19, 10)
                .hasSize(30);
    }

    @ParameterizedTest
    @CsvSource({
        "BREADTH, 2 3 4 5 6 7 8 9 10 11 12 13",
        "DEPTH, 2 4 8 16 17 9 18 19 5 10 20 21",
        "HIERARCHICAL, 2 3 4 5 6 7 8 16 17 9 18 19"
    })
    void theRoomDecidesHowMuchOfTheOrderComes(FetchOrder order, String numbers) {
        List<Object> expected =
                Arrays.stream(numbers.split(" ")).<Object>map(Integer::valueOf).toList();

        assertThat(along(order, new Room(300, false), tree(1, 31))).isEqualTo(expected);
    }

    private static Node mixed() {
        Node root = new Marked(1);
        root.left = new Marked(2);
        root.right = new Node(3);
        root.left.left = new Split(4);
        root.left.right = new Marked(5);
        root.right.left = new Node(6);
        root.left.more = new Marked[] {new Marked(7), null};
        return root;
    }

    @Test
    void freqreadFollowsMarkedAndSplitClassesOnly() {
        assertThat(along(FetchOrder.FREQREAD, AMPLE, mixed())).containsExactly(2, 4, "Marked[]", 7, 5);
    }

    @Test
    void otherOrdersIgnoreMarks() {
        assertThat(along(FetchOrder.DEPTH, AMPLE, mixed())).contains(2, 3, 4, 5, 6, 7, "Marked[]");
    }
}
