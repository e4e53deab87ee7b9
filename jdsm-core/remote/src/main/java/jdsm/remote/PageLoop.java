package jdsm.remote;

import java.util.Arrays;
import java.util.List;

/**
 * A loop over several arrays of one length, in parts that lie within a page of each. The pages of a part are present and
 * stay while the body runs, so its inner loop over {@code java.nio} buffers runs like one over Java arrays:
 *
 * <pre>
 * PageLoop.over(a.reading(), b.reading(), c.replacing()).run(part -> {
 *     DoubleBuffer x = part.doubles(0);
 *     DoubleBuffer y = part.doubles(1);
 *     DoubleBuffer z = part.doubles(2);
 *     for (int i = 0; i &lt; part.length(); i++) {
 *         z.put(i, x.get(i) + 3 * y.get(i));
 *     }
 * });
 * </pre>
 *
 * <p>For the thread of the arrays' space only. Blocks while pages come.
 */
public final class PageLoop {
    private final List<PageOperand> operands;
    private final Pager pager;
    private final long length;

    /** Receives the parts in their order. */
    @FunctionalInterface
    public interface Body {
        /** @param part valid during the call only */
        void run(PagePart part);
    }

    private PageLoop(List<PageOperand> operands) {
        this.operands = operands;
        pager = operands.get(0).array().pager;
        length = operands.get(0).array().length();
    }

    /**
     * A loop over arrays.
     *
     * @param operands at least one; the body finds their buffers by these positions
     * @throws IllegalArgumentException if the lengths differ, or the arrays belong to different spaces
     */
    public static PageLoop over(PageOperand... operands) {
        if (operands.length == 0) {
            throw new IllegalArgumentException("a loop over no array");
        }
        PageLoop loop = new PageLoop(List.copyOf(Arrays.asList(operands)));
        for (PageOperand each : operands) {
            if (each.array().pager != loop.pager) {
                throw new IllegalArgumentException("a loop over arrays of different spaces");
            }
            if (each.array().length() != loop.length) {
                throw new IllegalArgumentException(
                        "a loop over " + operands[0].array() + " and " + each.array() + ", whose lengths differ");
            }
        }
        return loop;
    }

    /**
     * Runs a body over all elements from the first to the last. Pages stay when the body throws.
     *
     * @throws IllegalStateException if there are too few frames for the pages of a part, or on another thread
     */
    public void run(Body body) {
        operands.get(0).array().checkThread();
        pager.checkMayPin(operands.size());
        Frame[] frames = new Frame[operands.size()];
        for (long from = 0; from < length; ) {
            int part = partAt(from);
            try {
                PagePart pages = new PagePart(from, part, operands.size());
                for (int i = 0; i < frames.length; i++) {
                    PageOperand operand = operands.get(i);
                    pages.set(i, operand.array().pin(from, part, useOf(i), pages));
                    frames[i] = pages.frame();
                }
                body.run(pages);
            } finally {
                for (int i = 0; i < frames.length; i++) {
                    if (frames[i] != null) {
                        pager.unpin(frames[i]);
                        frames[i] = null;
                    }
                }
            }
            from += part;
        }
    }

    private int partAt(long from) {
        long part = length - from;
        for (PageOperand operand : operands) {
            part = Math.min(part, operand.array().leftOfPage(from));
        }
        return (int) part;
    }

    /** An array that is an operand twice may be read by the other one. */
    private PageUse useOf(int operand) {
        PageUse use = operands.get(operand).use();
        if (use != PageUse.REPLACE) {
            return use;
        }
        PageTable table = operands.get(operand).array().table;
        long same =
                operands.stream().filter(each -> each.array().table == table).count();
        return same == 1 ? PageUse.REPLACE : PageUse.UPDATE;
    }
}
