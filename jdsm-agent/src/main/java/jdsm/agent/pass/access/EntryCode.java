package jdsm.agent.pass.access;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Makes the code at one region's entry: handles of arrays are looked up, and the checks made, for accesses inside the
 * region. The code evaluates the same references and indices as the region does later. Where their evaluation would
 * throw, the code skips the checks that depend on them, and leaves the exception to the region.
 */
final class EntryCode {
    private final EntryPlan work;
    private final InsnList code = new InsnList();
    private final EntryReferences references;
    private final EntryHandles handles;

    /**
     * @param known variables with handles of arrays, looked up since the last synchronisation on every way to the entry
     */
    EntryCode(MethodModel model, Plan plan, EntryPlan work, Map<Value, Integer> known) {
        this.work = work;
        this.references = new EntryReferences(model, plan, work, code);
        this.handles = new EntryHandles(plan, work, references, known, model.isShort(work.region));
    }

    InsnList code() {
        handles.clear();
        section(null);
        EntryReferences.Progress always = references.progress();
        for (CountedLoop.Test guard : guards()) {
            LabelNode end = new LabelNode();
            guard(guard, end);
            section(guard);
            code.add(end);
            references.forgetSince(always);
        }
        return code;
    }

    private Set<CountedLoop.Test> guards() {
        Set<CountedLoop.Test> guards = new LinkedHashSet<>();
        work.handles.keySet().forEach(handle -> guards.add(handle.guard()));
        work.requests.keySet().forEach(request -> guards.add(request.guard()));
        guards.remove(null);
        return guards;
    }

    /** Looks up the handles and makes the checks behind one guard; null for those without a guard. */
    private void section(CountedLoop.Test guard) {
        handles.prepare(guard);
        work.requests.keySet().stream()
                .filter(request -> request.guard() == guard)
                .forEach(this::request);
    }

    /** Jumps to {@code end} if the loop's test ends it before the first iteration. */
    private void guard(CountedLoop.Test guard, LabelNode end) {
        references.touch(guard.induction().first());
        references.touch(guard.bound());
        EntryInts ints = new EntryInts(references, end);
        ints.prepare(guard.induction().first());
        ints.prepare(guard.bound());
        ints.push(guard.induction().first());
        ints.push(guard.bound());
        code.add(new JumpInsnNode(guard.endingOpcode(), end));
    }

    private void request(Request request) {
        LabelNode end = new LabelNode();
        references.touch(request.object());
        references.touch(request.rows());
        references.touch(request.span());
        if (request.segments() != null) {
            touch(request.segments().low());
            touch(request.segments().high());
        }
        if (request.span() == null) {
            int object = references.evaluate(request.object());
            references.skipIfNull(request.object(), object, end);
            references.checkObject(request.type(), object, request.write());
        } else if (request.rows() == null) {
            int handle = request.handle();
            code.add(Snippets.load(Opcodes.ALOAD, handle));
            code.add(new JumpInsnNode(Opcodes.IFNULL, end));
            if (request.segments() == null) {
                elements(request, handle, end);
            } else {
                segments(request, handle, end);
            }
        } else {
            rows(request, handles.of(request.type(), request.object()), end);
        }
        code.add(end);
    }

    private void elements(Request request, int handle, LabelNode end) {
        EntryInts ints = new EntryInts(references, end);
        ints.prepare(request.span());
        code.add(Snippets.load(Opcodes.ALOAD, handle));
        if (request.span().isSingle()) {
            ints.push(request.span().offset());
            code.add(Snippets.checkElement(request.write()));
        } else if (request.isMatrix()) {
            ints.pushAround(request.span());
            ints.push(request.span());
            String descriptor = "(" + Snippets.SHARED + "IIIIIIIIII)V";
            code.add(Snippets.call(Snippets.RANGES, request.write() ? "writeBlock" : "readBlock", descriptor));
        } else {
            ints.push(request.span());
            String descriptor = "(" + Snippets.SHARED + "IIIIII)V";
            code.add(Snippets.call(Snippets.RANGES, request.write() ? "write" : "read", descriptor));
        }
    }

    private void touch(Segments.End end) {
        references.touch(end.array());
        references.touch(end.index());
    }

    private void segments(Request request, int handle, LabelNode end) {
        EntryInts ints = new EntryInts(references, end);
        Segments segments = request.segments();
        ints.prepare(request.span());
        ints.prepare(segments.low().index());
        ints.prepare(segments.high().index());
        code.add(Snippets.load(Opcodes.ALOAD, handle));
        ints.push(segments.low().index().first());
        ints.push(segments.low().index().last());
        ints.push(segments.low().index().step());
        for (Segments.End one : new Segments.End[] {segments.low(), segments.high()}) {
            code.add(Snippets.load(Opcodes.ALOAD, references.evaluate(one.array())));
            ints.push(one.index().coefficient());
            ints.push(one.index().offset());
            code.add(Snippets.constant(one.addend()));
        }
        ints.push(segments.offset());
        String descriptor = "(" + Snippets.SHARED + "III[IIII[IIIII)V";
        code.add(Snippets.call(Snippets.RANGES, request.write() ? "writeSegments" : "readSegments", descriptor));
    }

    private void rows(Request request, int handle, LabelNode end) {
        EntryInts ints = new EntryInts(references, end);
        ints.prepare(request.rows());
        ints.prepare(request.span());
        code.add(Snippets.load(Opcodes.ALOAD, handle));
        code.add(Snippets.load(Opcodes.ALOAD, references.evaluate(request.object())));
        for (Request.Span span : new Request.Span[] {request.rows(), request.span()}) {
            ints.push(span);
            code.add(Snippets.call(Snippets.RANGES, "of", "(IIIIII)J"));
        }
        String descriptor = "(" + Snippets.SHARED + "[Ljava/lang/Object;JJ)V";
        code.add(Snippets.call(Snippets.RANGES, request.write() ? "writeRows" : "readRows", descriptor));
    }
}
