package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import jdsm.runtime.FieldSource;
import org.junit.jupiter.api.Test;

class CopiedContentsTest {
    @Test
    void givesWhatWasPutFromAnyPlaceOn() {
        CopiedContents copies = new CopiedContents(number -> null);
        Random random = new Random(1);
        List<Object> put = new ArrayList<>();
        List<int[]> places = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            places.add(new int[] {copies.bits(), copies.referents()});
            switch (random.nextInt(4)) {
                case 0 -> {
                    copies.put((Object) null);
                    put.add(null);
                }
                case 1 -> {
                    put.add(Optional.of("text " + i));
                    copies.put(put.get(i));
                }
                case 2 -> {
                    put.add(new int[i % 3]);
                    copies.put(put.get(i));
                }
                default -> {
                    long bits = random.nextLong();
                    copies.put(bits);
                    put.add(bits);
                }
            }
        }

        for (int from = 0; from < put.size(); from += 1 + random.nextInt(5_000)) {
            FieldSource source = copies.source(places.get(from)[0], places.get(from)[1]);
            for (int i = from; i < put.size(); i++) {
                assertThat(source.next()).isTrue();
                assertThat(put.get(i) instanceof Long ? source.bits() : source.referent())
                        .isEqualTo(put.get(i));
            }
        }
        copies.forEachReferent(0, copies.referents(), entry -> {
            throw new AssertionError(entry.label());
        });
    }
}
