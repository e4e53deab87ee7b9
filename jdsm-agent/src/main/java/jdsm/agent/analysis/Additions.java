package jdsm.agent.analysis;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * Finds effects that calls get by a class which is new, or changed, after other classes have been woven. Woven code
 * relies on the effects of the methods that its calls may run, among the classes of the class path.
 */
public final class Additions {
    private final ApplicationClasses before;
    private final ApplicationClasses after;

    /** @param after the classes with the new or changed one */
    private Additions(ApplicationClasses before, ApplicationClasses after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Describes the first call that may run a method of a class which is not on the class path, and that gets an effect
     * by this class. Null if there is none.
     *
     * @param visible the classes that the class sees
     * @param classes the class path with which other classes are woven
     */
    public static String ofLateClass(byte[] classFile, ApplicationClasses visible, ApplicationClasses classes) {
        Outline type = Outline.of(classFile);
        if (concerned(type, visible).stream().noneMatch(each -> Targets.isKnown(each, classes))) {
            return null;
        }
        Subtypes subtypes = classes.subtypes();
        byte[] found = classes.classFile(type.name());
        boolean late = subtypes != null
                && !(subtypes.contains(type.name()) && Arrays.equals(classes.withHolders(classFile), found));
        if (!late) {
            return null;
        }
        Additions additions = new Additions(classes, classes.with(classFile, visible));
        String addition = additions.ofVirtualCalls(classFile);
        return addition != null || found == null ? addition : additions.ofOwnMethods(type.name());
    }

    /** The first method of a changed class that has other code, where loops copied for the class may contain the code from before. */
    private String ofOwnMethods(String type) {
        for (String method : before.find(type).methods().keySet()) {
            int space = method.indexOf(' ');
            String name = method.substring(0, space);
            String descriptor = method.substring(space + 1);
            int access = before.find(type).method(name, descriptor);
            boolean virtual = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && name.charAt(0) != '<';
            if (virtual && hasOtherCode(new Call(type, name, descriptor, false))) {
                return "its method " + name
                        + " runs other code, but copies of loops for its class contain the code from before";
            }
        }
        return null;
    }

    /** A comparison of two class files of one class. */
    public static Additions between(byte[] before, byte[] after, ApplicationClasses classes) {
        return new Additions(classes.with(before, classes), classes.with(after, classes));
    }

    /** The types whose objects a class has or makes without naming their class. */
    private static Set<String> concerned(Outline type, ApplicationClasses classes) {
        Set<String> all = new LinkedHashSet<>();
        type.supertypes().forEach(each -> all.addAll(classes.withSupertypes(each)));
        type.made().forEach(each -> all.addAll(classes.withSupertypes(each)));
        return all;
    }

    /** The first effect, in words, that a call gets which may run methods of a class or the bodies of its lambdas. */
    public String ofVirtualCalls(byte[] classFile) {
        Outline type = Outline.of(classFile);
        Set<String> all = concerned(type, after);
        for (String receiver : all) {
            String addition = Targets.isKnown(receiver, before) ? ofCallsOn(receiver, type.name(), all) : null;
            if (addition != null) {
                return addition;
            }
        }
        return null;
    }

    private String ofCallsOn(String receiver, String type, Set<String> supertypes) {
        Set<String> declaring = new LinkedHashSet<>(supertypes);
        declaring.add(type);
        for (String owner : declaring) {
            ClassFacts facts = after.find(owner);
            if (facts == null) {
                continue;
            }
            for (String method : facts.methods().keySet()) {
                int space = method.indexOf(' ');
                String name = method.substring(0, space);
                String descriptor = method.substring(space + 1);
                int access = facts.method(name, descriptor);
                boolean virtual = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && name.charAt(0) != '<';
                if (virtual && before.declaring(receiver, name, descriptor) != null) {
                    String effect = of(new Call(receiver, name, descriptor, true));
                    if (effect != null) {
                        return "by it a call of " + receiver.replace('/', '.') + "." + name + " " + effect;
                    }
                }
            }
        }
        return null;
    }

    /** Whether callers may contain the code of a short method, which the call does not run any more. */
    public boolean hasOtherCode(Call call) {
        Body inlined = before.body(call);
        return inlined != null && !isSame(inlined, after.body(call));
    }

    private static boolean isSame(Body one, Body other) {
        return other != null && one.owner().equals(other.owner()) && text(one).equals(text(other));
    }

    private static List<Object> text(Body body) {
        Textifier text = new Textifier();
        body.method().accept(new TraceMethodVisitor(text));
        return text.getText();
    }

    /** The effect, as a predicate, that a call has with the new class and did not have before; or null. */
    public String of(Call call) {
        if (hasOtherCode(call)) {
            return "runs other code, but callers of short methods contain the code of these";
        }
        if (before.maySynchronize(call)) {
            return null;
        }
        if (after.maySynchronize(call)) {
            return "may synchronise";
        }
        return before.stores(call).containsAll(after.stores(call)) ? null : "may store into more fields or arrays";
    }
}
