package jdsm.agent;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.SharedFields;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.agent.pass.access.AccessPass;
import jdsm.agent.pass.calls.CallPass;
import jdsm.agent.pass.calls.IdentityPass;
import jdsm.agent.pass.calls.ReferencePass;
import jdsm.agent.pass.calls.SerializationPass;
import jdsm.agent.pass.check.CheckPass;
import jdsm.agent.pass.heads.HeadsPass;
import jdsm.agent.pass.inline.InlinePass;
import jdsm.agent.pass.limits.ExitPass;
import jdsm.agent.pass.limits.LimitsPass;
import jdsm.agent.pass.monitor.MonitorPass;
import jdsm.agent.pass.presence.PresencePass;
import jdsm.agent.pass.profile.CountersPass;
import jdsm.agent.pass.profile.PlacesPass;
import jdsm.agent.pass.profile.SitesPass;
import jdsm.agent.pass.shape.FieldsPass;
import jdsm.agent.pass.shape.MarksPass;
import jdsm.agent.pass.shape.RecordPass;
import jdsm.agent.pass.shape.ShapePass;
import jdsm.agent.pass.statics.StaticsPass;
import jdsm.agent.pass.volatiles.VolatilePass;
import jdsm.runtime.Holders;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Weaves one class file at a time: runs all passes over it, in their order. Thread-safe if its
 * {@link ApplicationClasses} are.
 */
final class Weaver {
    private static final Stage VOLATILES = new Stage("volatiles", new VolatilePass());
    private static final Stage EXCLUSIVE_VOLATILES = new Stage("volatiles", VolatilePass.exclusive());
    private static final Stage VOLATILE_ELEMENTS = new Stage("volatiles", VolatilePass.elementsOnly());

    private static final Stage LIMITS = new Stage("limits", new LimitsPass());
    private static final Stage IDENTITY = new Stage("identity", new IdentityPass());
    private static final Stage INLINE = new Stage("inline", new InlinePass());
    private static final Stage MARKS = new Stage("marks", new MarksPass());
    private static final String ACCESSES = "accesses";

    /**
     * The passes before the access pass. The first two turn methods of records and method references into code that the later passes see.
     * The passes that refuse code follow, for they must see the program's own code. The code of short methods then stands
     * in place of calls, so that the other passes treat this code as the caller's. The access pass comes after all of
     * these: their output shows where the code synchronises.
     */
    private static final List<Stage> STAGES = List.of(
            new Stage("records", new RecordPass()),
            new Stage("references", new ReferencePass()),
            new Stage("heads", new HeadsPass()),
            LIMITS,
            IDENTITY,
            INLINE,
            MARKS,
            new Stage("statics", new StaticsPass()),
            new Stage("shape", new ShapePass()),
            new Stage("calls", new CallPass()),
            new Stage("monitors", new MonitorPass()),
            VOLATILES);

    private static final Stage SERIALIZATION = new Stage("serialization", new SerializationPass());
    private static final Stage CHECK = new Stage("check", new CheckPass());
    private static final Stage PRESENCE = new Stage("presence", new PresencePass());

    /**
     * Notes the program's accesses behind the pass that copies methods, so that the copies are counted, and before the
     * passes that add accesses.
     */
    private static final Stage SITES = new Stage("sites", new SitesPass());

    /** Notes where the program makes objects, before the pass that copies methods into others. */
    private static final Stage PLACES = new Stage("places", PlacesPass.noting());

    private static final Stage EXITS = new Stage("exits", new ExitPass(false));
    private static final Stage REFUSED_EXITS = new Stage("exits", new ExitPass(true));

    /** The last pass: its methods access fields without a check, a report or an entry. */
    private static final Stage FIELDS = new Stage("fields", new FieldsPass());

    /** A pass and its name in messages. */
    private record Stage(String name, Pass pass) {}

    private final ApplicationClasses classes;
    private final boolean verify;
    private final List<Stage> stages;

    /** @param verify whether to verify each pass's output */
    Weaver(ApplicationClasses classes, boolean verify) {
        this(classes, verify, new AccessPass());
    }

    Weaver(ApplicationClasses classes, AgentOptions options) {
        this(classes, options.verify(), options.debug() ? AccessPass.once() : new AccessPass());
        if (options.sharesJvm()) {
            stages.replaceAll(stage -> stage == EXITS ? REFUSED_EXITS : stage);
        }
        if (options.check()) {
            recordable().stages.add(CHECK);
        } else if (options.alone()) {
            omitChecks();
        }
        if (options.profile()) {
            stages.add(stages.indexOf(MARKS), SITES);
            stages.add(stages.indexOf(LIMITS) + 1, PLACES);
            // Behind the passes that move or copy code.
            stages.add(new Stage("counted places", PlacesPass.counting()));
            stages.add(new Stage("counters", new CountersPass(options.samples())));
        }
    }

    private Weaver(ApplicationClasses classes, boolean verify, AccessPass last) {
        this.classes = classes;
        this.verify = verify;
        this.stages = new ArrayList<>(STAGES);
        stages.add(new Stage(ACCESSES, (node, known, report) -> last.weave(node, known, report.checks())));
        stages.add(SERIALIZATION);
        stages.add(PRESENCE);
        stages.add(EXITS);
    }

    /**
     * From now on, makes volatile reads hold the unit, as a recorder of their order demands.
     *
     * @return this weaver
     */
    Weaver recordable() {
        stages.replaceAll(stage -> stage == VOLATILES ? EXCLUSIVE_VOLATILES : stage);
        return this;
    }

    /**
     * Leaves accesses as they are, for a job of one rank: no object ever gets a handle there, so that each check passes.
     * The JVM itself gives volatile fields their meaning.
     */
    private void omitChecks() {
        stages.removeIf(stage -> stage == IDENTITY
                || stage == INLINE
                || stage == PRESENCE
                || stage.name().equals(ACCESSES));
        stages.replaceAll(stage -> stage == VOLATILES ? VOLATILE_ELEMENTS : stage);
    }

    /**
     * Weaves a class of the application.
     *
     * @param report receives refusals; after a refusal the returned class must not run
     * @throws WeavingException if a pass fails, or its output does not verify
     */
    byte[] weave(byte[] classFile, Report report) {
        ClassNode node = read(classes.withHolders(classFile));
        if ((node.access & Opcodes.ACC_MODULE) != 0) {
            return classFile;
        }
        if (SharedFields.isProgram(node.name, classes)) {
            nameHolders(node);
            classes.unknownFields().forEach(report::refuse);
            SharedFields.of(node.name, classes).refusals().forEach(report::refuse);
        }
        stages.forEach(stage -> run(stage, node, report));
        run(FIELDS, node, report);
        return write(node);
    }

    /** Tells the runtime which classes with shared static fields the program reaches. */
    private void nameHolders(ClassNode program) {
        List<String> names = classes.rewritten().sharedStaticsReachedFrom(program.name).stream()
                .map(name -> name.replace('/', '.'))
                .toList();
        if (!names.isEmpty()) {
            AnnotationVisitor value = program.visitAnnotation(Type.getDescriptor(Holders.class), true)
                    .visitArray("value");
            names.forEach(name -> value.visit(null, name));
            value.visitEnd();
        }
    }

    private void run(Stage stage, ClassNode node, Report report) {
        try {
            stage.pass().weave(node, classes, report);
        } catch (RuntimeException e) {
            throw new WeavingException(node.name, stage.name(), reason(e), e);
        }
        if (verify) {
            verify(node, stage.name());
        }
    }

    private static ClassNode read(byte[] classFile) {
        ClassNode node = new ClassNode();
        ClassVisitor inliner = new ClassVisitor(Opcodes.ASM9, node) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                return new JSRInlinerAdapter(method, access, name, descriptor, signature, exceptions);
            }
        };
        ClassReader reader = new ClassReader(classFile);
        boolean old = reader.readUnsignedShort(6) < Opcodes.V1_6;
        reader.accept(old ? inliner : node, ClassReader.SKIP_FRAMES);
        if (old) {
            // Version 6 allows the frames and class constants of woven code; the program's own code stays the same.
            node.version = Opcodes.V1_6;
        }
        return node;
    }

    private byte[] write(ClassNode node) {
        FrameWriter writer = new FrameWriter(classes);
        try {
            node.accept(writer);
            return writer.toByteArray();
        } catch (RuntimeException e) {
            throw new WeavingException(node.name, "writing", reason(e), e);
        }
    }

    private static String reason(RuntimeException failure) {
        return failure instanceof MethodTooLargeException method
                ? "with its checks method " + method.getMethodName() + " is longer than 64 KB: divide it"
                : failure.toString();
    }

    private void verify(ClassNode node, String pass) {
        String wrong = ClassVerifier.verify(write(node), classes);
        if (wrong != null) {
            throw new WeavingException(node.name, pass, wrong, null);
        }
    }
}
