package jdsm.agent.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.access.InMemory;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.util.Printer;

/** Runs a single pass over classes compiled from a source, and lists the instructions of the result. Immutable. */
public final class OnePass {
    private static final String HEAD = "import java.util.*;\n";

    private final String source;
    private final Map<String, byte[]> files;
    private final Scope scope;

    private OnePass(String source, Scope scope) {
        this.source = HEAD + source;
        this.files = InMemory.compile(this.source);
        this.scope = scope;
    }

    /** Compiles classes without a package; {@code java.util} is imported. */
    public static OnePass over(String source) {
        return new OnePass(source, Scope.DEFAULT);
    }

    /** As {@link #over(String)}, with options. */
    public static OnePass over(String source, Scope scope) {
        return new OnePass(source, scope);
    }

    private byte[] file(String name) {
        byte[] compiled = files.get(name);
        return compiled == null ? resource(name) : compiled;
    }

    private static byte[] resource(String name) {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return file == null ? null : file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The line of the first occurrence of a text in the source. */
    public int line(String text) {
        int at = source.indexOf(text);
        if (at < 0) {
            throw new IllegalArgumentException("not in the source: " + text);
        }
        return 1 + (int) source.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    /** A class as compiled. */
    public ClassNode compiled(String type) {
        ClassNode node = new ClassNode();
        new ClassReader(files.get(type)).accept(node, ClassReader.SKIP_FRAMES);
        return node;
    }

    /** A class after the pass. The next pass must be able to analyse its methods, and the JVM to link its calls. */
    public ClassNode weave(Pass pass, String type) {
        return weave(pass, compiled(type));
    }

    /** As {@link #weave(Pass, String)}, of a class that may differ from the compiled one. */
    public ClassNode weave(Pass pass, ClassNode node) {
        return weave(pass, node, refusal -> {
            throw new IllegalArgumentException(refusal.toString());
        });
    }

    /** The members that the pass refuses, as {@code Class.member}. */
    public List<String> refused(Pass pass, String type) {
        List<String> members = new ArrayList<>();
        weave(pass, compiled(type), refusal -> members.add(refusal.member()));
        return members;
    }

    private ClassNode weave(Pass pass, ClassNode node, Report report) {
        Map<MethodNode, Integer> stacks = new HashMap<>();
        node.methods.forEach(method -> stacks.put(method, method.maxStack));
        pass.weave(node, new ApplicationClasses(this::file, scope), report);
        for (MethodNode method : node.methods) {
            assertThat(method.maxStack).as(method.name).isGreaterThanOrEqualTo(stacks.getOrDefault(method, 0));
            assertThatCode(() -> new Analyzer<>(new BasicVerifier()).analyze(node.name, method))
                    .as(method.name)
                    .doesNotThrowAnyException();
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction.getOpcode() == Opcodes.INVOKESTATIC && instruction instanceof MethodInsnNode call) {
                    requireOfRuntime(call);
                }
            }
        }
        return node;
    }

    /** Fails if a call names a method of the runtime that does not exist. */
    private static void requireOfRuntime(MethodInsnNode call) {
        if (call.owner.startsWith("jdsm/runtime/")) {
            Class<?> type;
            try {
                type = Class.forName(Names.ofClass(call.owner));
            } catch (ClassNotFoundException e) {
                throw new AssertionError(call.owner, e);
            }
            assertThat(Arrays.stream(type.getDeclaredMethods()))
                    .anyMatch(method -> method.getName().equals(call.name)
                            && Type.getMethodDescriptor(method).equals(call.desc));
        }
    }

    /** The instructions of the only method of that name. Owners of methods and fields are without their packages. */
    public static List<String> listing(ClassNode node, String method) {
        List<String> lines = new ArrayList<>();
        for (AbstractInsnNode instruction : method(node, method).instructions) {
            if (instruction.getOpcode() >= 0) {
                lines.add((Printer.OPCODES[instruction.getOpcode()] + " " + operand(instruction)).strip());
            }
        }
        return lines;
    }

    /** The only method of that name. */
    public static MethodNode method(ClassNode node, String name) {
        List<MethodNode> found =
                node.methods.stream().filter(method -> method.name.equals(name)).toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(found.size() + " methods " + name);
        }
        return found.get(0);
    }

    private static String operand(AbstractInsnNode instruction) {
        if (instruction instanceof VarInsnNode variable) {
            return Integer.toString(variable.var);
        } else if (instruction instanceof MethodInsnNode call) {
            return simple(call.owner) + "." + call.name;
        } else if (instruction instanceof FieldInsnNode field) {
            return simple(field.owner) + "." + field.name;
        } else if (instruction instanceof TypeInsnNode type) {
            return simple(type.desc);
        } else if (instruction instanceof LdcInsnNode constant) {
            return constant.cst.toString();
        } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
            return dynamic.name + " " + Arrays.toString(dynamic.bsmArgs);
        }
        return "";
    }

    private static String simple(String type) {
        return type.startsWith("[") ? type : type.substring(type.lastIndexOf('/') + 1);
    }
}
