package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PagedMapTest {
    @Test
    void worksLikeAnotherMap() {
        Random random = new Random(1);
        PagedMap<String> pages = new PagedMap<>();
        Map<Integer, String> model = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            int id = (random.nextInt(3) << 29) + random.nextInt(3000);
            assertThat(pages.get(id)).isEqualTo(model.get(id));
            if (random.nextInt(3) == 0) {
                pages.remove(id);
                model.remove(id);
            } else {
                pages.put(id, "value " + i);
                model.put(id, "value " + i);
            }
        }

        Map<Integer, String> all = new HashMap<>();
        pages.forEach(all::put);
        assertThat(all).isEqualTo(model);
        assertThat(pages.get(Integer.MAX_VALUE)).isNull();
    }
}
