package jdsm.agent;

import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Scope;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Other code for a class that runs already, from a debugger or an agent. What was woven into other classes relies on what its
 * methods did when these were loaded: where none of them synchronises, checks of their callers stay valid over a call. So a method may
 * come to do less, but not more.
 */
final class Redefinition {
    private final String name;
    private final byte[] before;
    private final byte[] after;
    private final ClassSource files;

    /** @param files of all classes, as they run */
    Redefinition(String name, byte[] before, byte[] after, ClassSource files) {
        this.name = name;
        this.before = before;
        this.after = after;
        this.files = files;
    }

    /** What a method does that it did not do, in words; null: none does. Of methods that are new, the JVM says what is to be said. */
    String addition(Scope scope) {
        Classes old = view(before, scope);
        Classes next = view(after, scope);
        ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, ClassReader.SKIP_CODE);
        for (MethodNode method : node.methods) {
            if (next.maySynchronize(name, method.name, method.desc, false)
                    && !old.maySynchronize(name, method.name, method.desc, false)) {
                return "its method " + method.name
                        + " may synchronise now, and code that calls it was woven when it did not";
            }
            if (!old.stores(name, method.name, method.desc, false)
                    .containsAll(next.stores(name, method.name, method.desc, false))) {
                return "its method " + method.name
                        + " stores now where it did not when the code that calls it was woven";
            }
        }
        return null;
    }

    private Classes view(byte[] classFile, Scope scope) {
        return new ApplicationClasses(each -> each.equals(name) ? classFile : files.find(each), scope);
    }
}
