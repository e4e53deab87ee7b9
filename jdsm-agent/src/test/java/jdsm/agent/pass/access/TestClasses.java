package jdsm.agent.pass.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** What is to be known of compiled classes; of their methods, those may synchronise whose names begin with {@code sync}. */
class TestClasses implements Classes {
    final Map<String, ClassNode> nodes = new LinkedHashMap<>();

    TestClasses(Map<String, byte[]> files) {
        files.forEach((name, bytes) -> {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, 0);
            nodes.put(name, node);
        });
    }

    @Override
    public boolean isShareable(String name) {
        return nodes.containsKey(name) && (nodes.get(name).access & Opcodes.ACC_INTERFACE) == 0;
    }

    @Override
    public boolean isApplication(String name) {
        return nodes.containsKey(name);
    }

    @Override
    public boolean isInterface(String name) {
        ClassNode node = nodes.get(name);
        return node != null && (node.access & Opcodes.ACC_INTERFACE) != 0;
    }

    @Override
    public FieldKind kindOf(String owner, String name, String descriptor) {
        for (ClassNode node = nodes.get(owner); node != null; node = nodes.get(node.superName)) {
            for (FieldNode field : node.fields) {
                if (field.name.equals(name)) {
                    return kindOf(field);
                }
            }
        }
        return FieldKind.LOCAL;
    }

    private static FieldKind kindOf(FieldNode field) {
        if ((field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) != 0) {
            return FieldKind.LOCAL;
        }
        return (field.access & Opcodes.ACC_VOLATILE) != 0 ? FieldKind.VOLATILE : FieldKind.SHARED;
    }

    @Override
    public String superName(String name) {
        return nodes.containsKey(name) ? nodes.get(name).superName : "java/lang/Object";
    }

    @Override
    public boolean isSubtype(String name, String other) {
        for (String type = name; type != null; type = nodes.containsKey(type) ? nodes.get(type).superName : null) {
            if (type.equals(other)) {
                return true;
            }
        }
        return other.equals("java/lang/Object");
    }

    @Override
    public String declaring(String owner, String name, String descriptor) {
        for (ClassNode node = nodes.get(owner); node != null; node = nodes.get(node.superName)) {
            if (node.methods.stream().anyMatch(of -> of.name.equals(name) && of.desc.equals(descriptor))) {
                return node.name;
            }
        }
        return null;
    }

    @Override
    public boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
        return nodes.containsKey(owner) ? name.startsWith("sync") : owner.equals("java/lang/Runnable");
    }

    /** Of the application's anywhere; what has no parameters of others, nowhere. */
    @Override
    public Set<String> stores(String owner, String name, String descriptor, boolean virtual) {
        boolean references = descriptor.indexOf('[') >= 0 || descriptor.indexOf("Ljava/lang/Object;") >= 0;
        return nodes.containsKey(owner) || references ? null : Set.of();
    }
}
