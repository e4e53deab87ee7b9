package jdsm.agent.pass.access;

import java.util.function.Predicate;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;

/** Makes the code of checks directly before their accesses. */
final class LocalChecks {
    /** In place of a variable's number: there is none. */
    static final int NONE = -1;

    private final MethodModel model;
    private final Predicate<Value> isWritten;
    private final Remembered remembered;

    /** @param isWritten whether the method writes elements of an array */
    LocalChecks(MethodModel model, Predicate<Value> isWritten) {
        this.isWritten = isWritten;
        this.model = model;
        this.remembered = new Remembered(model);
    }

    /** The code that the method begins with, for all checks so far. */
    InsnList start() {
        return remembered.start();
    }

    private int fresh(int size) {
        int slot = model.method.maxLocals;
        model.method.maxLocals += size;
        return slot;
    }

    /**
     * Makes the check of an access.
     *
     * @param handle a variable that contains the array's handle, or NONE
     * @param keep a variable that receives the handle after a look-up, or NONE
     */
    InsnList before(Access access, int handle, int keep) {
        InsnList code = new InsnList();
        boolean isRemembered = handle == NONE && keep == NONE && remembered.has(access);
        if (isRemembered && !access.target().isElement()) {
            remembered.object(access, code);
            return code;
        }
        boolean fromVariables = access.target().isElement()
                ? access.indexSlot() >= 0 && (access.objectSlot() >= 0 || handle != NONE)
                : access.objectSlot() >= 0;
        if (fromVariables) {
            fromVariables(access, handle, keep, isRemembered, code);
        } else {
            fromStack(access, handle, keep, isRemembered, code);
        }
        return code;
    }

    private void fromVariables(Access access, int handle, int keep, boolean isRemembered, InsnList code) {
        Access.Target target = access.target();
        if (!target.isElement()) {
            code.add(Snippets.load(Opcodes.ALOAD, access.objectSlot()));
            code.add(Snippets.handleOf(target.type()));
            code.add(Snippets.check(target.write()));
            return;
        }
        if (handle != NONE) {
            code.add(Snippets.load(Opcodes.ALOAD, handle));
        } else {
            code.add(Snippets.load(Opcodes.ALOAD, access.objectSlot()));
        }
        if (isRemembered) {
            remembered.element(target, access.indexSlot(), code);
        } else {
            element(target, handle, keep, access.indexSlot(), code);
        }
    }

    /** {@code array or handle -> nothing}: checks one element; the array's handle is looked up unless it is known. */
    private void element(Access.Target target, int handle, int keep, int index, InsnList code) {
        boolean ofReferences = handle == NONE && keep == NONE && Snippets.REFERENCES.equals(target.type());
        if (handle == NONE && !ofReferences) {
            lookUp(target, keep, code);
        }
        code.add(Snippets.load(Opcodes.ILOAD, index));
        if (ofReferences) {
            ClassRight.to(target, model).push(code);
            code.add(Snippets.checkReference(target.write()));
        } else {
            code.add(Snippets.checkElement(target.write()));
        }
    }

    private void lookUp(Access.Target target, int keep, InsnList code) {
        boolean onlyRead = keep == NONE ? !target.write() : !isWritten.test(target.object());
        code.add(Snippets.handleOfArray(target.type(), onlyRead));
        if (keep != NONE) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(Snippets.load(Opcodes.ASTORE, keep));
        }
    }

    /** Makes a check of operands on the stack; a variable holds the stored value of a write meanwhile. */
    private void fromStack(Access access, int handle, int keep, boolean isRemembered, InsnList code) {
        Access.Target target = access.target();
        int stored = NONE;
        if (access.storedSize() > 0) {
            stored = fresh(access.storedSize());
            code.add(Snippets.load(access.storedOpcode(), stored));
        }
        if (target.isElement()) {
            element(target, handle, keep, isRemembered, code);
        } else {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(Snippets.handleOf(target.type()));
            code.add(Snippets.check(target.write()));
        }
        if (stored != NONE) {
            code.add(Snippets.load(access.storedOpcode() - Opcodes.ISTORE + Opcodes.ILOAD, stored));
        }
    }

    /** {@code array, index -> array, index}. */
    private void element(Access.Target target, int handle, int keep, boolean isRemembered, InsnList code) {
        int index = fresh(1);
        if (handle != NONE) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(Snippets.load(Opcodes.ISTORE, index));
            code.add(Snippets.load(Opcodes.ALOAD, handle));
        } else {
            code.add(new InsnNode(Opcodes.DUP2));
            code.add(Snippets.load(Opcodes.ISTORE, index));
        }
        if (isRemembered) {
            remembered.element(target, index, code);
        } else {
            element(target, handle, keep, index, code);
        }
    }
}
