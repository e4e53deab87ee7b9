package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weaves every class of libraries that know nothing of JDSM, as if an application's; each must verify and link. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
@Tag("once")
class WeaveJarsIT {
    /** Defines woven classes anew; the rest comes from the parent. */
    private static final class WovenLoader extends ClassLoader {
        private final Map<String, byte[]> woven;

        private WovenLoader(Map<String, byte[]> woven) {
            super(WovenLoader.class.getClassLoader());
            this.woven = woven;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> type = findLoadedClass(name);
                byte[] bytes = woven.get(name.replace('.', '/'));
                if (type != null || bytes == null) {
                    return type != null ? type : super.loadClass(name, resolve);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {ClassReader.class, FastMath.class, ImmutableList.class})
    void everyClassVerifiesAndLinks(Class<?> ofJar) throws Exception {
        Map<String, byte[]> files = classFiles(ofJar);
        ApplicationClasses classes =
                new ApplicationClasses(new LoaderFiles(getClass().getClassLoader()), Scope.DEFAULT);
        Weaver weaver = new Weaver(classes, false);
        List<Refusal> refusals = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Map<String, byte[]> woven = new HashMap<>();
        files.forEach((name, bytes) -> {
            byte[] after = weaver.weave(bytes, refusals::add);
            woven.put(name, after);
            String wrong = ClassVerifier.verify(after, classes);
            if (wrong != null) {
                failures.add(name + ": " + wrong);
            }
        });
        WovenLoader loader = new WovenLoader(woven);
        for (String name : woven.keySet()) {
            try {
                link(Class.forName(name.replace('/', '.'), false, loader));
            } catch (LinkageError e) {
                failures.add(name + ": " + e);
            }
        }

        assertThat(files).hasSizeGreaterThan(30);
        assertThat(failures).isEmpty();
        assertThat(refusals)
                .allSatisfy(refusal -> assertThat(refusal.toString()).doesNotContain("\n"));
    }

    /** So that the test above cannot pass by looking away. */
    @Test
    void whatDoesNotVerifyIsNoticed() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "app/Broken", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "number", "()I", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.FCONST_0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        writer.visitEnd();
        byte[] broken = writer.toByteArray();
        ApplicationClasses classes =
                new ApplicationClasses(new LoaderFiles(getClass().getClassLoader()), Scope.DEFAULT);

        assertThat(ClassVerifier.verify(broken, classes)).startsWith("number()I: ");
        assertThatThrownBy(
                        () -> link(Class.forName("app.Broken", false, new WovenLoader(Map.of("app/Broken", broken)))))
                .isInstanceOf(VerifyError.class);
    }

    /** HotSpot links, and so verifies, a class when it is asked for its constructors; it initialises nothing. */
    private static void link(Class<?> type) {
        assertThat(type.getDeclaredConstructors()).isNotNull();
    }

    private static Map<String, byte[]> classFiles(Class<?> ofJar) throws IOException, URISyntaxException {
        Path path = Path.of(
                ofJar.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> files = new HashMap<>();
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.contains("module-info") && !name.startsWith("META-INF/")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        files.put(name.substring(0, name.length() - ".class".length()), in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }
}
