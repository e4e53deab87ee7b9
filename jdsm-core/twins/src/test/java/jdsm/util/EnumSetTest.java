package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.testing.AnEnum;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestEnumSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.Iterator;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sets of enum constants behave as those of the JDK. */
class EnumSetTest {
    private enum Large {
        L0,
        L1,
        L2,
        L3,
        L4,
        L5,
        L6,
        L7,
        L8,
        L9,
        L10,
        L11,
        L12,
        L13,
        L14,
        L15,
        L16,
        L17,
        L18,
        L19,
        L20,
        L21,
        L22,
        L23,
        L24,
        L25,
        L26,
        L27,
        L28,
        L29,
        L30,
        L31,
        L32,
        L33,
        L34,
        L35,
        L36,
        L37,
        L38,
        L39,
        L40,
        L41,
        L42,
        L43,
        L44,
        L45,
        L46,
        L47,
        L48,
        L49,
        L50,
        L51,
        L52,
        L53,
        L54,
        L55,
        L56,
        L57,
        L58,
        L59,
        L60,
        L61,
        L62,
        L63,
        L64,
        L65,
        L66,
        L67,
        L68,
        L69,
        L70
    }

    private enum None {}

    @TestFactory
    Stream<DynamicTest> suite() {
        return CollectionSuitesTest.tests(SetTestSuiteBuilder.using(new TestEnumSetGenerator() {
                    @Override
                    protected Set<AnEnum> create(AnEnum[] elements) {
                        Set<AnEnum> set = EnumSet.noneOf(AnEnum.class);
                        set.addAll(java.util.Arrays.asList(elements));
                        return set;
                    }
                })
                .named("EnumSet")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.SERIALIZABLE,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.RESTRICTS_ELEMENTS,
                        CollectionFeature.ALLOWS_NULL_QUERIES)
                .createTestSuite());
    }

    /** Calls by random, on two sets at once. */
    @Test
    void itIsThatOfTheJdk() {
        random(Large.class);
        random(ElementKind.class);
        random(Thread.State.class);
    }

    private static <E extends Enum<E>> void random(Class<E> type) {
        E[] all = type.getEnumConstants();
        Random random = new Random(7);
        EnumSet<E> set = EnumSet.noneOf(type);
        java.util.EnumSet<E> jdks = java.util.EnumSet.noneOf(type);
        for (int i = 0; i < 3_000; i++) {
            E one = all[random.nextInt(all.length)];
            E other = all[random.nextInt(all.length)];
            E low = one.compareTo(other) < 0 ? one : other;
            E high = low == one ? other : one;
            switch (random.nextInt(11)) {
                case 0, 1 -> assertThat(set.add(one)).isEqualTo(jdks.add(one));
                case 2 -> assertThat(set.remove(one)).isEqualTo(jdks.remove(one));
                case 3 -> assertThat(set.contains(one)).isEqualTo(jdks.contains(one));
                case 4 ->
                    assertThat(set.addAll(EnumSet.range(low, high)))
                            .isEqualTo(jdks.addAll(java.util.EnumSet.range(low, high)));
                case 5 ->
                    assertThat(set.removeAll(EnumSet.of(one, other)))
                            .isEqualTo(jdks.removeAll(java.util.EnumSet.of(one, other)));
                case 6 ->
                    assertThat(set.retainAll(EnumSet.complementOf(EnumSet.of(one))))
                            .isEqualTo(jdks.retainAll(java.util.EnumSet.complementOf(java.util.EnumSet.of(one))));
                case 7 ->
                    assertThat(set.containsAll(EnumSet.range(low, high)))
                            .isEqualTo(jdks.containsAll(java.util.EnumSet.range(low, high)));
                case 8 ->
                    assertThat(set.removeAll(java.util.List.of(one))).isEqualTo(jdks.removeAll(java.util.List.of(one)));
                case 9 -> {
                    Iterator<E> elements = set.iterator();
                    Iterator<E> jdksElements = jdks.iterator();
                    while (elements.hasNext()) {
                        assertThat(elements.next()).isEqualTo(jdksElements.next());
                        if (random.nextBoolean()) {
                            elements.remove();
                            jdksElements.remove();
                        } else {
                            assertThat(set.add(one)).isEqualTo(jdks.add(one));
                        }
                    }
                    assertThat(jdksElements.hasNext()).isFalse();
                }
                default -> {
                    EnumSet<E> copy = set.clone();
                    assertThat(copy.equals(set)).isTrue();
                    assertThat(EnumSet.copyOf((java.util.Collection<E>) jdks)).isEqualTo(set);
                    copy.clear();
                    assertThat(copy.isEmpty()).isTrue();
                }
            }
            assertThat(set).hasSize(jdks.size()).containsExactlyElementsOf(jdks);
            assertThat(set.equals(jdks) && jdks.equals(set)).isTrue();
        }
    }

    @Test
    void emptySetsAreEqualWhateverTheirTypes() {
        assertThat(EnumSet.noneOf(Large.class).equals(EnumSet.noneOf(None.class)))
                .isTrue();
        assertThat(EnumSet.allOf(None.class)).isEmpty();
        assertThat(EnumSet.allOf(Large.class)).hasSize(71).endsWith(Large.L70);
        assertThat(EnumSet.copyOf((java.util.Collection<Large>) java.util.EnumSet.noneOf(Large.class)))
                .isEmpty();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void wrongArgumentsAreRefusedAsInTheJdk() {
        Set set = EnumSet.of(Large.L1, Large.L2, Large.L3, Large.L4, Large.L5, Large.L6);

        assertThatThrownBy(() -> set.add(Thread.State.NEW))
                .isInstanceOf(ClassCastException.class)
                .hasMessage("class java.lang.Thread$State != " + Large.class);
        assertThatThrownBy(() -> set.add(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> EnumSet.range(Large.L3, Large.L2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("L3 > L2");
        assertThatThrownBy(() -> EnumSet.copyOf(java.util.List.<Large>of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Collection is empty");
        assertThatThrownBy(() -> EnumSet.noneOf((Class) String.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessage("class java.lang.String not an enum");
        assertThat(set.remove("no constant")).isFalse();
        assertThat(set.contains(Thread.State.NEW)).isFalse();
    }
}
