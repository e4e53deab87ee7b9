package jdsm.agent.pass.access;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Inserts code at a region's entry, which further iterations of a loop do not execute. */
final class EntryPlaces {
    private final FlowGraph graph;
    private final MethodNode method;
    private final Iterable<? extends PlainLoop> copies;

    /** @param copies copies of loops, whose jumps to outer loops are redirected like those of the original loops */
    EntryPlaces(MethodModel model, Iterable<? extends PlainLoop> copies) {
        this.graph = model.graph;
        this.method = model.method;
        this.copies = copies;
    }

    void insert(Region region, InsnList code) {
        if (region instanceof Loop loop) {
            insertBefore(loop, code);
        } else {
            insertAtStart(code);
        }
    }

    /** Inserts code at the method's start, with the line of the method's first instruction. */
    private void insertAtStart(InsnList code) {
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LineNumberNode first) {
                code.insert(Snippets.line(first.line));
                break;
            }
        }
        method.instructions.insert(code);
    }

    /** Inserts code behind the header's labels, and redirects the loop's own jumps to a label behind the code. */
    private void insertBefore(Loop loop, InsnList code) {
        int header = loop.header();
        Set<LabelNode> labels = new HashSet<>();
        int place = graph.first(header);
        while (place < graph.last(header) && graph.instruction(place).getOpcode() < 0) {
            if (graph.instruction(place) instanceof LabelNode label) {
                labels.add(label);
            }
            place++;
        }
        AbstractInsnNode start = graph.instruction(graph.first(header));
        AbstractInsnNode last = graph.instruction(place);
        LabelNode behind = new LabelNode();
        code.add(behind);
        boolean isRealInstruction = last.getOpcode() >= 0;
        if (!isRealInstruction && last instanceof LabelNode label) {
            labels.add(label);
        }
        loop.blocks().stream().forEach(block -> {
            redirect(graph.instruction(graph.last(block)), labels, behind);
            copies.forEach(copy -> copy.ends(block).forEach(end -> redirect(end, labels, behind)));
        });
        if (fallsInto(loop, header)) {
            method.instructions.insertBefore(start, new JumpInsnNode(Opcodes.GOTO, behind));
        }
        if (isRealInstruction) {
            method.instructions.insertBefore(last, code);
        } else {
            method.instructions.insert(last, code);
        }
        Set<AbstractInsnNode> handlers = graph.handlers(header).stream()
                .filter(loop::contains)
                .map(handler -> graph.instruction(graph.first(handler)))
                .collect(Collectors.toSet());
        for (TryCatchBlockNode range : List.copyOf(method.tryCatchBlocks)) {
            if (handlers.contains(range.handler)) {
                exclude(start, behind, range);
            }
        }
    }

    /**
     * Takes inserted code out of a protected range: a handler in the loop relies on the variables that the code sets.
     *
     * @param header the label behind which the code is
     */
    private void exclude(AbstractInsnNode header, LabelNode behind, TryCatchBlockNode range) {
        InsnList all = method.instructions;
        int at = all.indexOf(header);
        if (at < all.indexOf(range.start) || at >= all.indexOf(range.end)) {
            return;
        }
        boolean coversMore = false;
        for (AbstractInsnNode node = range.start; node != header; node = node.getNext()) {
            coversMore |= node.getOpcode() >= 0;
        }
        if (coversMore) {
            TryCatchBlockNode before =
                    new TryCatchBlockNode(range.start, (LabelNode) header, range.handler, range.type);
            method.tryCatchBlocks.add(method.tryCatchBlocks.indexOf(range), before);
        }
        range.start = behind;
    }

    /** Whether the block before the header in the code belongs to the loop and falls through to the header. */
    private boolean fallsInto(Loop loop, int header) {
        int before = header - 1;
        return before >= 0 && loop.contains(before) && graph.fallsThrough(before);
    }

    private static void redirect(AbstractInsnNode node, Set<LabelNode> from, LabelNode to) {
        if (node instanceof JumpInsnNode jump && from.contains(jump.label)) {
            jump.label = to;
        } else if (node instanceof TableSwitchInsnNode table) {
            table.labels.replaceAll(label -> from.contains(label) ? to : label);
            table.dflt = from.contains(table.dflt) ? to : table.dflt;
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.replaceAll(label -> from.contains(label) ? to : label);
            lookup.dflt = from.contains(lookup.dflt) ? to : lookup.dflt;
        }
    }
}
