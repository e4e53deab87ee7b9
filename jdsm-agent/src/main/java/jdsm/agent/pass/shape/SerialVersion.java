package jdsm.agent.pass.shape;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Gives a serialisable class without a {@code serialVersionUID} the one that it would have before weaving, so that the
 * woven class can read objects that the unwoven class has written.
 */
final class SerialVersion extends SerialVersionUIDAdder {
    private static final String NAME = "serialVersionUID";

    private SerialVersion() {
        super(Opcodes.ASM9, null);
    }

    /** Enums of the JVM have no version. Scala marks classes as enums that are none; they have one. */
    @Override
    public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
        super.visit(version, access & ~Opcodes.ACC_ENUM, name, signature, above, interfaces);
    }

    static void keep(ClassNode node) {
        if (node.fields.stream().anyMatch(field -> field.name.equals(NAME))) {
            return;
        }
        SerialVersion version = new SerialVersion();
        node.accept(version);
        try {
            int flags = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
            node.fields.add(new FieldNode(flags, NAME, "J", null, version.computeSVUID()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
