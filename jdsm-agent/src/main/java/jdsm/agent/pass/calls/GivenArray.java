package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * An array that a call gives to code that is not woven, and what that does to it: as the passes that look at accesses from outside
 * need to know. The one place that they ask.
 *
 * @param argument which argument the array is
 * @param from the argument that is the first index; {@link #ZERO}; {@link #ALL}
 * @param to the argument that is the index behind the last
 */
public record GivenArray(int argument, Use use, int from, int to) {
    /** In place of an argument: the index 0. */
    public static final int ZERO = -1;
    /** In place of an argument: no range, but all elements. */
    public static final int ALL = -2;

    /** What is done. */
    public enum Use {
        /** Elements are read. */
        READ,
        /** They are written. */
        WRITE,
        /** They are read, and those of arrays in it. */
        READ_DEEP,
        /** Not known. */
        UNKNOWN
    }

    /** All of a call, by argument; none where it leads to woven code. */
    public static List<GivenArray> to(MethodInsnNode call, Classes classes) {
        List<GivenArray> all = new ArrayList<>();
        if (!CallPass.isOutside(call.owner, call.name, call.desc, classes)) {
            return all;
        }
        for (ArrayUse use : ArrayUse.of(call.owner, call.name, call.desc)) {
            switch (use.kind()) {
                case READ -> all.add(given(use, Use.READ));
                case WRITE -> all.add(given(use, isKnown(call, use) ? Use.WRITE : Use.UNKNOWN));
                case READ_DEEP -> all.add(given(use, Use.READ_DEEP));
                case PASSED -> all.add(given(use, Use.UNKNOWN));
                case VIEWED -> {
                    // Refused where the array is shared.
                }
            }
        }
        return all;
    }

    /** That an array of numbers may be written is said of what is not known, too. */
    private static boolean isKnown(MethodInsnNode call, ArrayUse use) {
        return call.owner.equals("java/util/Arrays") || use.from() != ArrayUse.WHOLE;
    }

    private static GivenArray given(ArrayUse use, Use what) {
        return switch (use.from()) {
            case ArrayUse.WHOLE -> new GivenArray(use.argument(), what, ALL, ALL);
            case ArrayUse.ZERO -> new GivenArray(use.argument(), what, ZERO, use.to());
            default -> new GivenArray(use.argument(), what, use.from(), use.to());
        };
    }
}
