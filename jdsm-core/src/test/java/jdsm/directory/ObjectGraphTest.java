package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import jdsm.Consistency;
import jdsm.FromRank;
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
        new ObjectGraph(directory, new NoValues(), 2, true, (entry, path) -> {}).add(program, "Program");

        assertThat(protocolOf(program.flags)).contains(Protocol.WRITE_INVALIDATE);
        assertThat(protocolOf(program.plain)).isEmpty();
        assertThat(protocolOf(program.rows)).contains(Protocol.WRITE_INVALIDATE);
        assertThat(protocolOf(program.rows[0])).as("elements of rows are plain").isEmpty();
        assertThat(protocolOf(program.chosen)).as("as the program says").contains(Protocol.AUTO);
        assertThat(protocolOf(program.table[0])).contains(Protocol.WRITE_UPDATE);
    }

    /** Objects of few fields in an array, and in their fields. */
    static final class Flock extends HandWoven {
        Bird[] birds = birds(320);
        Bird[] few = birds(60);

        @FromRank(1)
        Bird[] ofOneRank = birds(320);

        Spinning[] spinning = new Spinning[320];

        Flock() {
            Arrays.setAll(spinning, i -> new Spinning());
        }

        private static Bird[] birds(int number) {
            Bird[] birds = new Bird[number];
            Arrays.setAll(birds, i -> new Bird());
            return birds;
        }
    }

    static final class Bird extends HandWoven {
        int number;
        Egg egg = new Egg();
    }

    static final class Egg extends HandWoven {
        double size;
    }

    static final class Spinning extends HandWoven {
        int number;
        volatile int turn;
    }

    /** Data that ranks divide, and data that they do not. */
    static final class Bands extends HandWoven {
        double[] flat = new double[10_000];
        double[][] rows = new double[40][3];
        double[][][] planes = new double[10][12][100];
        double[][] axes = new double[3][1_000];
        Bird[] birds = Flock.birds(320);
        Level[] levels = {new Level(100), new Level(50)};
        Spinning spinning = new Spinning();
    }

    static final class Level extends HandWoven {
        double[][] rows;

        Level(int size) {
            rows = new double[size][4];
        }
    }

    private int ownerOf(Object object) {
        return directory.find(object).firstOwner(0, 2);
    }

    @Test
    void eachRankOwnsABandOfWhatRanksDivide() {
        Bands bands = new Bands();
        new ObjectGraph(directory, new NoValues(), 2, true, (entry, path) -> {}).add(bands, "Bands");

        SharedEntry flat = directory.find(bands.flat);
        assertThat(flat.firstOwner(0, 2)).isZero();
        assertThat(flat.firstOwner((flat.units() + 1) / 2 - 1, 2)).isZero();
        assertThat(flat.firstOwner((flat.units() + 1) / 2, 2)).isOne();
        assertThat(flat.firstOwner(flat.units() - 1, 2)).isOne();
        assertThat(Arrays.stream(bands.rows).map(this::ownerOf))
                .startsWith(0, 0)
                .endsWith(1, 1);
        assertThat(ownerOf(bands.rows[19])).isZero();
        assertThat(ownerOf(bands.rows[20])).isOne();
        assertThat(Arrays.stream(bands.planes[4]).map(this::ownerOf)).containsOnly(0);
        assertThat(Arrays.stream(bands.planes[5]).map(this::ownerOf)).containsOnly(1);
        assertThat(unitOf(bands.planes[5][0]))
                .as("rows of one rank share units")
                .isEqualTo(unitOf(bands.planes[5][1]));
        assertThat(ownerOf(bands.birds[159].egg)).isZero();
        assertThat(ownerOf(bands.birds[160].egg)).isOne();
    }

    @Test
    void theFirstRankOwnsWhatRanksDoNotDivide() {
        Bands bands = new Bands();
        new ObjectGraph(directory, new NoValues(), 2, true, (entry, path) -> {}).add(bands, "Bands");

        assertThat(ownerOf(bands)).isZero();
        assertThat(directory.find(bands.spinning).firstOwner(1, 2))
                .as("volatile fields")
                .isZero();
        assertThat(ownerOf(bands.rows)).isZero();
        assertThat(ownerOf(bands.levels[1])).as("few large objects").isZero();
        assertThat(ownerOf(bands.levels[1].rows[0])).isZero();
        assertThat(ownerOf(bands.levels[1].rows[49]))
                .as("but their rows are divided")
                .isOne();
        assertThat(ownerOf(bands.axes[2])).as("the beginning of a long row").isZero();
    }

    private int unitOf(Object object) {
        return directory.find(object).firstUnit();
    }

    @Test
    void manySmallObjectsOfAnArrayShareUnits() {
        Flock flock = new Flock();
        new ObjectGraph(directory, new NoValues(), 2, true, (entry, path) -> {}).add(flock, "Flock");

        assertThat(Arrays.stream(flock.birds).map(this::unitOf).distinct()).hasSize(32);
        assertThat(unitOf(flock.birds[9])).isEqualTo(unitOf(flock.birds[0])).isNotEqualTo(unitOf(flock.birds[10]));
        assertThat(Arrays.stream(flock.birds).map(bird -> unitOf(bird.egg)).distinct())
                .as("objects in their fields, too")
                .hasSize(32);
        assertThat(Arrays.stream(flock.birds)
                        .map(bird -> directory.find(bird).number())
                        .distinct())
                .as("each has a number of its own")
                .hasSize(320);
        assertThat(directory.label(unitOf(flock.birds[0]))).endsWith(" and 9 more");
    }

    @Test
    void unitsOfOneObject() {
        Flock flock = new Flock();
        new ObjectGraph(directory, new NoValues(), 2, true, (entry, path) -> {}).add(flock, "Flock");

        assertThat(Arrays.stream(flock.few).map(this::unitOf).distinct())
                .as("few objects may be one for each worker")
                .hasSize(60);
        assertThat(Arrays.stream(flock.ofOneRank).map(this::unitOf).distinct())
                .as("content of one rank")
                .hasSize(320);
        assertThat(Arrays.stream(flock.spinning).map(this::unitOf).distinct())
                .as("objects with volatile fields")
                .hasSize(320);
    }

    @Test
    void aJobOfOneRankNeedsNoUnitsOfSeveralObjects() {
        Flock flock = new Flock();
        new ObjectGraph(directory, new NoValues(), 1, true, (entry, path) -> {}).add(flock, "Flock");

        assertThat(Arrays.stream(flock.birds).map(this::unitOf).distinct()).hasSize(320);
    }
}
