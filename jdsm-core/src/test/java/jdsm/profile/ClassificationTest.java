package jdsm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import jdsm.comm.digest.Sha256;
import org.junit.jupiter.api.Test;

/** The classification of the paper's three programs: its tables 1, 5 and 7, whose counts are in millions. */
class ClassificationTest {
    private static final double MILLION = 1e6;

    /** A row stands for several fields with the same number of accesses. */
    private record Row(double reads, double writes, Role role, String... fields) {}

    private static ClassProfile table(String name, Row... rows) {
        List<FieldProfile> fields = new ArrayList<>();
        for (Row row : rows) {
            for (String field : row.fields) {
                fields.add(field(
                        field,
                        Math.round(row.reads * MILLION / row.fields.length),
                        Math.round(row.writes * MILLION / row.fields.length)));
            }
        }
        return new ClassProfile(name, "0".repeat(64), "", 0, ClassEvents.NONE, fields);
    }

    private static FieldProfile field(String name, long reads, long writes) {
        return FieldProfile.of(name, "I", false, reads, writes, 0);
    }

    private static void assertRoles(ClassProfile type, Row... rows) {
        for (Row row : rows) {
            for (String name : row.fields) {
                FieldProfile field = type.fields().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                assertThat(type.role(field, Thresholds.DEFAULT)).as(name).isEqualTo(row.role);
            }
        }
        assertThat(type.whyWhole(Thresholds.DEFAULT)).isNull();
    }

    @Test
    void aTreeWithCountersIsClassifiedAsInTable1() {
        Row[] rows = {
            new Row(78.5, 0.3, Role.R, "val"),
            new Row(46.9, 0.5, Role.R, "left"),
            new Row(41.6, 0.5, Role.R, "right"),
            new Row(1.0, 1.3, Role.W, "found"),
            new Row(0.7, 1.0, Role.W, "counter"),
            new Row(0.7, 0.3, Role.N, "lock")
        };
        ClassProfile node = table("Node", rows);

        assertRoles(node, rows);
        assertThat(node.reads() / MILLION).isCloseTo(169.4, org.assertj.core.data.Offset.offset(0.01));
        assertThat(node.writes() / MILLION).isCloseTo(3.9, org.assertj.core.data.Offset.offset(0.01));
        assertThat(new Profile(1, 1, Thresholds.DEFAULT, List.of(node), List.of(), List.of(), List.of()).heavyFields())
                .containsExactly("Node.counter", "Node.found", "Node.lock");
    }

    @Test
    void barnesHutIsClassifiedAsInTable5() {
        Row[] rows = {
            new Row(56.3, 0.2, Role.R, "mass"),
            new Row(66.1, 0.6, Role.R, "cx", "cy", "cz"),
            new Row(21.9, 0.1, Role.R, "region"),
            new Row(48.7, 0.1, Role.R, "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"),
            new Row(4.3, 0.2, Role.R, "leaf"),
            new Row(2.3, 0.4, Role.N, "x", "y", "z")
        };

        assertRoles(table("Node", rows), rows);
    }

    @Test
    void molecularDynamicsIsClassifiedAsInTable7() {
        Row[] rows = {
            new Row(11587, 1.3, Role.R, "coord"),
            new Row(87.4, 84.8, Role.W, "force"),
            new Row(9.3, 2.7, Role.N, "velocity")
        };
        ClassProfile particle = table("Particle", rows);

        assertRoles(particle, rows);
        assertThat(new Profile(1, 1, Thresholds.DEFAULT, List.of(particle), List.of(), List.of(), List.of())
                        .heavyFields())
                .containsExactly("Particle.force", "Particle.velocity");
    }

    @Test
    void aClassWithFewWritesStaysWhole() {
        ClassProfile below = new ClassProfile(
                "C", "0".repeat(64), "", 7, ClassEvents.NONE, List.of(field("a", 99_501, 0), field("b", 0, 499)));
        ClassProfile above = new ClassProfile(
                "C", "0".repeat(64), "", 7, ClassEvents.NONE, List.of(field("a", 99_500, 0), field("b", 0, 500)));

        assertThat(below.whyWhole(Thresholds.DEFAULT)).isEqualTo("writes are 0.499 % of its accesses, less than 0.5 %");
        assertThat(above.whyWhole(Thresholds.DEFAULT)).isNull();
        assertThat(above.whyWhole(new Thresholds(0.6, 20, 1))).isNotNull();
        assertThat(new Profile(1, 1, Thresholds.DEFAULT, List.of(below), List.of(), List.of(), List.of()).heavyFields())
                .isEmpty();
    }

    @Test
    void aClassOfOneKindOfFieldStaysWhole() {
        assertThat(new ClassProfile("C", "0".repeat(64), "", 0, ClassEvents.NONE, List.of(field("a", 5, 5)))
                        .whyWhole(Thresholds.DEFAULT))
                .isEqualTo("it has no R field");
        List<FieldProfile> alike = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            alike.add(field("f" + i, 10, 1));
        }
        assertThat(new ClassProfile("C", "0".repeat(64), "", 0, ClassEvents.NONE, alike).whyWhole(Thresholds.DEFAULT))
                .isEqualTo("it has no W or N field");
        assertThat(new ClassProfile("C", "0".repeat(64), "", 3, ClassEvents.NONE, List.of())
                        .whyWhole(Thresholds.DEFAULT))
                .isEqualTo("no access to a field was counted");
        assertThat(new ClassProfile("C", "", "", 0, ClassEvents.NONE, List.of(field("a", 50, 0), field("b", 5, 5)))
                        .whyWhole(Thresholds.DEFAULT))
                .isEqualTo("its class file was not found, or several different ones were");
    }

    @Test
    void aClassThatCannotBeSplitStaysWhole() {
        assertThat(new ClassProfile(
                                "C",
                                "0".repeat(64),
                                "is a record or an enum",
                                0,
                                ClassEvents.NONE,
                                List.of(field("a", 50, 0), field("b", 5, 5)))
                        .whyWhole(Thresholds.DEFAULT))
                .isEqualTo("it is a record or an enum");
    }

    @Test
    void volatileFieldsAreCountedButStay() {
        FieldProfile flag = FieldProfile.of("flag", "Z", true, 10, 90, 0);
        ClassProfile type =
                new ClassProfile("C", "0".repeat(64), "", 0, ClassEvents.NONE, List.of(field("a", 900, 0), flag));

        assertThat(type.role(flag, Thresholds.DEFAULT)).isEqualTo(Role.W);
        assertThat(type.whyWhole(Thresholds.DEFAULT)).isEqualTo("it has no W or N field");
    }

    @Test
    void boundsArePercentages() {
        assertThatThrownBy(() -> new Thresholds(-1, 20, 1))
                .isInstanceOf(ProfileException.class)
                .hasMessage("least-writes must be a percentage between 0 and 100, was -1.0");
        assertThatThrownBy(() -> new Thresholds(1, 101, 1)).isInstanceOf(ProfileException.class);
        assertThatThrownBy(() -> new Thresholds(1, 1, Double.NaN)).isInstanceOf(ProfileException.class);
    }

    @Test
    void ranksAreMergedAndOtherVersionsRefused() {
        ClassProfile one = new ClassProfile(
                "C", "a".repeat(64), "", 1, ClassEvents.NONE, List.of(FieldProfile.of("x", "I", false, 1, 0, 0)));
        ClassProfile two = new ClassProfile(
                "C", "a".repeat(64), "", 2, ClassEvents.NONE, List.of(FieldProfile.of("x", "I", false, 2, 3, 1)));
        ClassProfile other = new ClassProfile("C", "b".repeat(64), "", 2, ClassEvents.NONE, List.of());

        Profile merged = Profile.merged(List.of(profile(one), profile(two)));

        assertThat(merged.classes())
                .containsExactly(new ClassProfile(
                        "C",
                        "a".repeat(64),
                        "",
                        3,
                        ClassEvents.NONE,
                        List.of(new FieldProfile(
                                "x", "I", false, 3, 3, new TreeSet<>(List.of(0, 1)), new TreeSet<>(List.of(1))))));
        assertThatThrownBy(() -> Profile.merged(List.of(profile(one), profile(other))))
                .isInstanceOf(ProfileException.class)
                .hasMessage("the profiles are of different versions of class C");
        assertThat(merged.sample()).isEqualTo(1);
        // Estimates add up with exact counts: the sampled ones stand for all accesses already.
        Profile sampled = new Profile(
                3,
                100,
                Thresholds.DEFAULT,
                List.of(new ClassProfile(
                        "C",
                        "a".repeat(64),
                        "",
                        2,
                        ClassEvents.NONE,
                        List.of(FieldProfile.of("x", "I", false, 200, 300, 2)))),
                List.of(),
                List.of(),
                List.of(
                        new AllocationProfile("A.go(A.java:9)", "app.C", 5, 80, 4, 3),
                        new AllocationProfile("A.go(A.java:9)", "app.B", 1, 8, 0, 0)));
        for (List<Profile> order : List.of(List.of(profile(one), sampled), List.of(sampled, profile(one)))) {
            Profile both = Profile.merged(order);
            assertThat(both.sample()).isEqualTo(100);
            assertThat(both.classes().get(0).fields())
                    .containsExactly(new FieldProfile(
                            "x", "I", false, 201, 300, new TreeSet<>(List.of(0, 2)), new TreeSet<>(List.of(2))));
        }
        Profile sites = Profile.merged(List.of(sampled, sampled.with(new Thresholds(1, 2, 3))));
        assertThat(sites.sites())
                .containsExactly(
                        new AllocationProfile("A.go(A.java:9)", "app.B", 2, 16, 0, 0),
                        new AllocationProfile("A.go(A.java:9)", "app.C", 10, 160, 8, 6));
        ClassProfile huge = new ClassProfile(
                "C",
                "a".repeat(64),
                "",
                0,
                ClassEvents.NONE,
                List.of(FieldProfile.of("x", "I", false, Long.MAX_VALUE - 1, 0, 0)));
        assertThatThrownBy(() -> Profile.merged(List.of(profile(huge), profile(two))))
                .hasMessage("the sums of the counts exceed 63 bits");
    }

    private static Profile profile(ClassProfile type) {
        return new Profile(2, 1, Thresholds.DEFAULT, List.of(type), List.of(), List.of(), List.of());
    }

    @Test
    void onlyTheProfiledVersionOfAClassIsSplit() {
        byte[] classFile = {1, 2, 3};
        ClassProfile type = new ClassProfile(
                "app.C", Sha256.hex(classFile), "", 0, ClassEvents.NONE, List.of(field("a", 50, 0), field("b", 5, 5)));
        Profile profile = profile(type);

        profile.requireSame(name -> name.equals("app.C") ? classFile : null);
        assertThatThrownBy(() -> profile.requireSame(name -> new byte[] {1, 2}))
                .isInstanceOf(ProfileException.class)
                .hasMessage("the profile is of another version of class app.C; profile the program again");
        assertThatThrownBy(() -> profile.requireSame(name -> null))
                .hasMessage("class app.C of the profile is not on the class path");
    }
}
