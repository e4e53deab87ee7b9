package jdsm.agent.pass.remote;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Writes a loop over pages before a loop of the program:
 *
 * <pre>
 * begin:   take pages that the next iterations overwrite whole, without their content
 *          n = over how many iterations the accesses stay within a page each; if none, go to slow
 *          bring the pages
 * fast:    if n iterations are done, go to begin
 *          an iteration: a copy of the loop with accesses to the pages; back to fast
 * slow:    an iteration: the loop of the program, element by element; back to begin
 * </pre>
 *
 * <p>Whatever an iteration might throw, or do otherwise than the copy, happens in the program's own loop. Where another page
 * may leave its frame meanwhile, the copy goes on as {@link LoopCopy} says.
 */
final class LoopCode extends LoopCopy {
    private static final int LEAST_FRAMES = 8;
    private static final int TRIES = 3;

    private final PageLoops.Plan plan;
    private final LabelNode begin = new LabelNode();
    private final Map<Integer, PageAccess.Group> groupOf = new HashMap<>();
    private final Map<PageAccess.Group, Places> places = new HashMap<>();
    private final Map<Integer, Kept> keptOf = new HashMap<>();
    private final int limit;

    /** The variables of a group: its array, the index of its first access, and what the elements are addressed by. */
    private record Places(int array, int index, int base) {}

    /** The variables of an array that is accessed by element. */
    private record Kept(int addresses, int origin, int shift, int size) {}

    LoopCode(Version version, MethodChange change, PageLoops.Plan plan) {
        super(version, change, plan.loop(), plan.trees());
        this.plan = plan;
        limit = local();
        for (KeptArray kept : plan.kept()) {
            int first = version.code.maxLocals;
            version.code.maxLocals += 5;
            kept.accesses().forEach(index -> keptOf.put(index, new Kept(first, first + 1, first + 3, first + 4)));
        }
        for (PageAccess.Group group : plan.groups()) {
            places.put(group, new Places(local(), local(), local()));
            local(); // for the second half of the base
            group.accesses().forEach(access -> groupOf.put(access.index(), group));
        }
    }

    void insert() {
        out.add(begin);
        plan.kept().forEach(this::keep);
        if (!plan.groups().isEmpty()) {
            size();
            if (plan.whole().left() != null) {
                replace();
            }
            load(Opcodes.ILOAD, limit);
            jump(Opcodes.IFLE, slow);
            bring();
            limit();
        }
        copy();
        out.add(slow);
        insertBeforeLoop();
    }

    private void keep(KeptArray kept) {
        Kept at = keptOf.get(kept.accesses().get(0));
        ElementKind kind = kept.kind();
        int array = expressions.into(kept.array());
        load(Opcodes.ALOAD, array);
        jump(Opcodes.IFNULL, slow);
        load(Opcodes.ALOAD, array);
        out.add(MethodChange.virtual(kind, "addresses", "()[J"));
        load(Opcodes.ASTORE, at.addresses);
        load(Opcodes.ALOAD, at.addresses);
        jump(Opcodes.IFNULL, slow);
        load(Opcodes.ALOAD, array);
        out.add(MethodChange.virtual(kind, "first", "()J"));
        load(Opcodes.LSTORE, at.origin);
        load(Opcodes.ALOAD, array);
        out.add(MethodChange.virtual(kind, "shift", "()I"));
        load(Opcodes.ISTORE, at.shift);
        load(Opcodes.ALOAD, array);
        out.add(MethodChange.virtual(kind, "size", "()I"));
        load(Opcodes.ISTORE, at.size);
    }

    /** Computes arrays and indices, and into {@code limit} over how many steps by 1 or -1 all stay within their pages. */
    private void size() {
        push(Integer.MAX_VALUE);
        load(Opcodes.ISTORE, limit);
        for (PageAccess.Group group : plan.groups()) {
            Places at = places.get(group);
            int array = expressions.into(group.first().array());
            load(Opcodes.ALOAD, array);
            jump(Opcodes.IFNULL, slow);
            load(Opcodes.ALOAD, array);
            load(Opcodes.ASTORE, at.array);
            int index = expressions.into(group.first().at());
            load(Opcodes.ILOAD, index);
            load(Opcodes.ISTORE, at.index);
            load(Opcodes.ALOAD, at.array);
            load(Opcodes.ILOAD, at.index);
            push(group.span());
            out.add(MethodChange.virtual(group.first().kind(), plan.down() ? "reachDown" : "reach", "(II)I"));
            load(Opcodes.ILOAD, limit);
            out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Math", "min", "(II)I", false));
            load(Opcodes.ISTORE, limit);
        }
    }

    /** Takes the pages that the next iterations overwrite whole, without their content, if these will not throw or read the pages. */
    private void replace() {
        WholePages.Iterations left = plan.whole().left();
        int from = expressions.into(left.from());
        int to = expressions.into(left.to());
        load(Opcodes.ILOAD, from);
        load(Opcodes.ILOAD, to);
        push(left.more());
        out.add(MethodChange.code("iterations", "(III)I"));
        for (PageAccess.Group group : plan.groups()) {
            element(group);
            push(group.span());
            push(plan.down() ? -1 : 1);
            out.add(MethodChange.code("within", "(IL" + ElementKind.ARRAY + ";III)I"));
        }
        int complete = local();
        load(Opcodes.ISTORE, complete);
        for (PageAccess.Group group : plan.whole().groups()) {
            load(Opcodes.ILOAD, complete);
            for (PageAccess.Group other : plan.groups()) {
                if (other.reads()) {
                    element(other);
                    push(other.span());
                    element(group);
                    push(plan.down() ? -1 : 1);
                    out.add(MethodChange.code(
                            "apart", "(IL" + ElementKind.ARRAY + ";IIL" + ElementKind.ARRAY + ";II)I"));
                }
            }
            element(group);
            push(plan.down() ? -1 : 1);
            out.add(MethodChange.code("replace", "(IL" + ElementKind.ARRAY + ";II)V"));
        }
    }

    private void element(PageAccess.Group group) {
        load(Opcodes.ALOAD, places.get(group).array);
        load(Opcodes.ILOAD, places.get(group).index);
    }

    /** Brings the pages; again, if one has left its frame when the last one has come. */
    private void bring() {
        List<PageAccess.Group> groups = plan.groups();
        if (groups.size() > LEAST_FRAMES - 2) {
            load(Opcodes.ALOAD, places.get(groups.get(0)).array);
            push(groups.size());
            out.add(MethodChange.code("fits", "(L" + ElementKind.ARRAY + ";I)Z"));
            jump(Opcodes.IFEQ, slow);
        }
        int tries = local();
        LabelNode again = new LabelNode();
        LabelNode present = new LabelNode();
        push(0);
        load(Opcodes.ISTORE, tries);
        out.add(again);
        out.add(MethodChange.code("moves", "()I"));
        load(Opcodes.ISTORE, moves);
        for (PageAccess.Group group : groups) {
            Places at = places.get(group);
            ElementKind kind = group.first().kind();
            load(Opcodes.ALOAD, at.array);
            load(Opcodes.ILOAD, at.index);
            load(Opcodes.ILOAD, plan.variable());
            out.add(MethodChange.virtual(kind, group.writes() ? "toWrite" : "toRead", "(II)J"));
            load(Opcodes.LSTORE, at.base);
        }
        out.add(MethodChange.code("moves", "()I"));
        load(Opcodes.ILOAD, moves);
        jump(Opcodes.IF_ICMPEQ, present);
        out.add(new IincInsnNode(tries, 1));
        load(Opcodes.ILOAD, tries);
        push(TRIES);
        jump(Opcodes.IF_ICMPLT, again);
        jump(Opcodes.GOTO, slow);
        out.add(present);
    }

    /** Computes the value of the loop's variable that ends the copy. */
    private void limit() {
        load(Opcodes.ILOAD, plan.variable());
        load(Opcodes.ILOAD, limit);
        out.add(new InsnNode(plan.down() ? Opcodes.ISUB : Opcodes.IADD));
        load(Opcodes.ISTORE, limit);
        load(Opcodes.ILOAD, limit);
        load(Opcodes.ILOAD, plan.variable());
        jump(plan.down() ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLE, slow);
    }

    @Override
    void beginIteration() {
        if (!plan.groups().isEmpty()) {
            load(Opcodes.ILOAD, plan.variable());
            load(Opcodes.ILOAD, limit);
            jump(plan.down() ? Opcodes.IF_ICMPLE : Opcodes.IF_ICMPGE, begin);
        }
    }

    @Override
    boolean hasAddresses() {
        return !plan.groups().isEmpty();
    }

    @Override
    boolean access(int index) {
        PageAccess.Group group = groupOf.get(index);
        if (group != null) {
            access(group, index);
        }
        return group != null;
    }

    @Override
    void replaced(int index, InsnList replacement) {
        if (keptOf.containsKey(index)) {
            element(keptOf.get(index), replacement);
        } else {
            super.replaced(index, replacement);
        }
    }

    /** An access by element to an array of which the loop keeps what it needs. */
    private void element(Kept at, InsnList replacement) {
        MethodInsnNode access = (MethodInsnNode) replacement.getFirst();
        load(Opcodes.ALOAD, at.addresses);
        load(Opcodes.LLOAD, at.origin);
        load(Opcodes.ILOAD, at.shift);
        load(Opcodes.ILOAD, at.size);
        String descriptor = access.desc.replace("(", "(L" + access.owner + ";").replace(")", "[JJII)");
        out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, access.owner, access.name, descriptor, false));
    }

    private static int constantOf(PageAccess.Group group, int index) {
        return group.accesses().stream()
                .filter(access -> access.index() == index)
                .findFirst()
                .orElseThrow()
                .constant();
    }

    private void access(PageAccess.Group group, int index) {
        Places at = places.get(group);
        ElementKind kind = group.first().kind();
        boolean store = graph.instruction(index).getOpcode() >= Opcodes.IASTORE;
        load(Opcodes.LLOAD, at.base);
        load(Opcodes.ILOAD, plan.variable());
        push(constantOf(group, index) - group.first().constant() - plan.trees().progress(plan.variable(), index));
        String descriptor =
                "(L" + kind.array + ";I" + (store ? kind.stored : "") + "JII)" + (store ? "V" : kind.letter);
        out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, kind.array, "inPage", descriptor, false));
    }
}
