package jdsm.agent;

import jdsm.agent.analysis.Additions;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Call;
import jdsm.agent.analysis.ClassSource;
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
    String addition(Scope scope, boolean inlines) {
        Additions additions = Additions.between(before, after, new ApplicationClasses(files, scope, inlines));
        ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, ClassReader.SKIP_CODE);
        for (MethodNode method : node.methods) {
            Call call = new Call(name, method.name, method.desc, false);
            if (additions.hasOtherCode(call)) {
                return "its method " + method.name
                        + " has other code now, and callers contain the code of short methods,"
                        + " unless the agent has the option debug";
            }
            String effect = additions.of(call);
            if (effect != null) {
                return "its method " + method.name + " " + effect
                        + " now, and its callers were woven for a method that does not";
            }
        }
        return additions.ofVirtualCalls(after);
    }
}
