package jdsm.agent.pass.access;

import java.util.Map;
import java.util.function.Consumer;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.CheckReport;
import org.objectweb.asm.tree.ClassNode;

/**
 * A class {@code T} twice, to be compared.
 *
 * @param plain as it was compiled
 * @param woven with a demand of the right before each access
 */
record Audited(Class<?> plain, Class<?> woven) {
    /** @param beforehand sees each woven class as the pass has left it */
    static Audited of(Map<String, byte[]> files, Classes classes, Consumer<ClassNode> beforehand)
            throws ClassNotFoundException {
        return of(new AccessPass(0, PlainMethods.MAX_COMPILED_BYTES), files, classes, beforehand);
    }

    /** @param beforehand sees each woven class as the pass has left it */
    static Audited of(AccessPass pass, Map<String, byte[]> files, Classes classes, Consumer<ClassNode> beforehand)
            throws ClassNotFoundException {
        Auditor auditor = new Auditor(classes);
        Map<String, byte[]> woven =
                Weaving.weave(pass, files, classes, CheckReport.NONE, beforehand.andThen(auditor::audit));
        return new Audited(
                Weaving.loader(files).loadClass("T"), Weaving.loader(woven).loadClass("T"));
    }
}
