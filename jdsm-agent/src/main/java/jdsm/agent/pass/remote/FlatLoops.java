package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;

/** Finds the outermost loops of which all remote arrays stay while they run: {@link FlatCode} copies them. */
final class FlatLoops {
    private static final int MOST_ARRAYS = 40;
    /** About so many bytes a copied instruction has, an access, and what stands before the copy for an array. */
    private static final int BYTES_OF_INSTRUCTION = 4;

    private static final int BYTES_OF_ACCESS = 16;
    private static final int BYTES_OF_ARRAY = 25;

    private final PageLoops pages;
    private final Loops loops;
    private final List<FlatCode.Plan> found = new ArrayList<>();
    private int left;

    /** @param bytes how much code may be added */
    FlatLoops(PageLoops pages, Loops loops, int bytes) {
        this.pages = pages;
        this.loops = loops;
        left = bytes;
    }

    List<FlatCode.Plan> find() {
        loops.all().stream().filter(loop -> loop.parent() == null).forEach(this::find);
        return found;
    }

    private void find(Loop loop) {
        List<Integer> accesses = pages.accesses(loop);
        if (accesses.isEmpty()) {
            return;
        }
        FlatCode.Plan plan = pages.fault(loop) == null ? plan(loop, accesses) : null;
        if (plan != null) {
            found.add(plan);
        } else {
            loops.all().stream().filter(inner -> inner.parent() == loop).forEach(this::find);
        }
    }

    /** A plan for a loop, or null: an array does not stay, or the code would be too long. */
    private FlatCode.Plan plan(Loop loop, List<Integer> accesses) {
        Trees trees = pages.trees(loop);
        Map<String, KeptArray> arrays = new LinkedHashMap<>();
        for (int index : accesses) {
            Tree array = trees.operand(index, pages.writes(index) ? 2 : 1);
            if (array == null || !array.stays()) {
                return null;
            }
            arrays.computeIfAbsent(array.key(), key -> new KeptArray(pages.row(index), array, new ArrayList<>()))
                    .accesses()
                    .add(index);
        }
        int bytes = pages.instructions(loop) * BYTES_OF_INSTRUCTION
                + accesses.size() * BYTES_OF_ACCESS
                + arrays.size() * BYTES_OF_ARRAY;
        if (bytes > left || arrays.size() > MOST_ARRAYS) {
            return null;
        }
        left -= bytes;
        return new FlatCode.Plan(loop, trees, List.copyOf(arrays.values()));
    }
}
