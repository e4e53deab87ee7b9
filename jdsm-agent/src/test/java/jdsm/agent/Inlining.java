package jdsm.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.inline.InlinePass;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A program in which the pass has put the code of short methods in place of calls. */
final class Inlining {
    private final Map<String, byte[]> files;
    private final boolean inlines;

    /** @param inlines whether the code of short methods may stand in place of calls */
    Inlining(Map<String, byte[]> files, boolean inlines) {
        this.files = files;
        this.inlines = inlines;
    }

    private ApplicationClasses classes() {
        return new ApplicationClasses(
                new FilesInMemory(files, new LoaderFiles(Inlining.class.getClassLoader())), Scope.DEFAULT, inlines);
    }

    ClassNode woven(String name) {
        ClassNode node = new ClassNode();
        new ClassReader(classes().withHolders(files.get(name))).accept(node, ClassReader.SKIP_FRAMES);
        new InlinePass().weave(node, classes(), refusal -> {});
        for (FieldNode field : node.fields) {
            field.access &= ~Opcodes.ACC_PRIVATE; // as the shape pass does
        }
        return node;
    }

    /** A method of a class after the pass. */
    MethodNode method(String owner, String name) {
        return woven(owner).methods.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The methods that a method of class Main calls after the pass, without constructors. */
    List<String> calls(String method) {
        return calls("Main", method);
    }

    List<String> calls(String owner, String method) {
        List<String> calls = new ArrayList<>();
        for (AbstractInsnNode node : method(owner, method).instructions) {
            if (node instanceof MethodInsnNode call && !call.name.equals("<init>")) {
                calls.add(call.name);
            }
        }
        return calls;
    }

    /** A class as it is before the pass. */
    Class<?> before(String name) throws ClassNotFoundException {
        return loader(files).loadClass(name);
    }

    /**
     * A class as it is after the pass.
     *
     * @param absent a class that cannot be loaded
     */
    Class<?> after(String name, String... absent) throws ClassNotFoundException {
        Map<String, byte[]> woven = new TreeMap<>();
        for (String each : files.keySet()) {
            FrameWriter writer = new FrameWriter(classes());
            woven(each).accept(writer);
            woven.put(each, writer.toByteArray());
            byte[] holder = classes().holderOf(each);
            if (holder != null) {
                woven.put(each + Woven.HOLDER, holder);
            }
        }
        woven.keySet().removeAll(List.of(absent));
        return loader(woven).loadClass(name);
    }

    private static ClassLoader loader(Map<String, byte[]> files) {
        return new ClassLoader(Inlining.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] file = files.get(name);
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, file, 0, file.length);
            }
        };
    }
}
