package jdsm.agent;

import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Scope;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * New code for a loaded class, from a debugger or an agent. The woven code of other classes relies on the effects of
 * this class's methods: a caller does not repeat its checks behind a call of a method that neither synchronises nor
 * stores. The new code may therefore drop effects of a method, but not add any.
 */
final class Redefinition {
    private final String name;
    private final byte[] before;
    private final byte[] after;
    private final ClassSource files;

    /** @param files the class files of all classes as the JVM runs them, before weaving */
    Redefinition(String name, byte[] before, byte[] after, ClassSource files) {
        this.name = name;
        this.before = before;
        this.after = after;
        this.files = files;
    }

    /** Describes the first effect that the new code adds to a method, or null. The JVM itself refuses new methods. */
    String addition(Scope scope) {
        Classes old = view(before, scope);
        Classes next = view(after, scope);
        ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, ClassReader.SKIP_CODE);
        for (MethodNode method : node.methods) {
            if (next.maySynchronize(name, method.name, method.desc, false)
                    && !old.maySynchronize(name, method.name, method.desc, false)) {
                return "its method " + method.name
                        + " may synchronise now, and its callers were woven for a method that does not";
            }
            if (!old.stores(name, method.name, method.desc, false)
                    .containsAll(next.stores(name, method.name, method.desc, false))) {
                return "its method " + method.name
                        + " may store into more fields or arrays now, and its callers were woven"
                        + " for a method that does not";
            }
        }
        return null;
    }

    private Classes view(byte[] classFile, Scope scope) {
        return new ApplicationClasses(each -> each.equals(name) ? classFile : files.find(each), scope);
    }
}
