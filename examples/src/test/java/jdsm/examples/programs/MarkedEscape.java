package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.List;
import jdsm.remote.Remote;

/** Keeps a marked array in a list, which is refused. */
public final class MarkedEscape {
    private MarkedEscape() {}

    public static void main(String[] args) {
        @Remote int[] array = new int[10];
        List<Object> all = new ArrayList<>();
        all.add(array);
        System.out.println(all.size());
    }
}
