package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import org.junit.jupiter.api.Test;

/** Parts and iterators of a list change it by the methods that a program's list may override, as those of the JDK do. */
class SubListTest {
    private static final class OfJdk extends ArrayList<Integer> {
        private static final long serialVersionUID = 1L;
        private final transient List<String> calls = new ArrayList<>();

        @Override
        public Integer remove(int index) {
            calls.add("remove " + index);
            return super.remove(index);
        }

        @Override
        protected void removeRange(int from, int to) {
            calls.add("removeRange " + from + " " + to);
            super.removeRange(from, to);
        }

        @Override
        public void add(int index, Integer element) {
            calls.add("add " + index);
            super.add(index, element);
        }

        @Override
        public Integer set(int index, Integer element) {
            calls.add("set " + index);
            return super.set(index, element);
        }
    }

    private static final class OfTwin extends jdsm.util.ArrayList<Integer> {
        private static final long serialVersionUID = 1L;
        private final transient List<String> calls = new ArrayList<>();

        @Override
        public Integer remove(int index) {
            calls.add("remove " + index);
            return super.remove(index);
        }

        @Override
        protected void removeRange(int from, int to) {
            calls.add("removeRange " + from + " " + to);
            super.removeRange(from, to);
        }

        @Override
        public void add(int index, Integer element) {
            calls.add("add " + index);
            super.add(index, element);
        }

        @Override
        public Integer set(int index, Integer element) {
            calls.add("set " + index);
            return super.set(index, element);
        }
    }

    private static void change(List<Integer> list) {
        list.addAll(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        List<Integer> part = list.subList(2, 9);
        part.remove(1);
        part.add(2, 77);
        part.subList(1, 3).clear();
        part.remove((Integer) 7);
        list.subList(0, 1).clear();
        ListIterator<Integer> place = list.listIterator();
        place.next();
        place.set(5);
        place.add(6);
        place.next();
        place.remove();
        list.subList(1, 3).replaceAll(each -> each + 1);
        list.sort(null);
    }

    @Test
    void overriddenMethodsAreCalled() {
        OfJdk expected = new OfJdk();
        OfTwin list = new OfTwin();
        change(expected);
        change(list);

        assertThat(list).isEqualTo(expected);
        assertThat(list.calls).isEqualTo(expected.calls).contains("removeRange 3 5", "remove 3");
    }
}
