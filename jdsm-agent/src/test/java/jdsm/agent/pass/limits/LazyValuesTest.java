package jdsm.agent.pass.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Lazy values as the compiler of Scala 3 writes them. */
class LazyValuesTest {
    private static final Map<String, byte[]> FILES = InMemory.compile("""
            package scala.runtime;
            class Table {
                static long offset() throws Exception {
                    return LazyVals$.MODULE$.getOffsetStatic(Table.class.getDeclaredField("table$lzy1"));
                }
                volatile Object table$lzy1;
            }
            class LazyVals$ {
                static final LazyVals$ MODULE$ = new LazyVals$();
                long getOffsetStatic(java.lang.reflect.Field field) { return 0; }
            }
            """);

    @Test
    void refusalsNameTheRemedy() {
        ClassNode node = new ClassNode();
        new ClassReader(FILES.get("scala/runtime/Table")).accept(node, ClassReader.SKIP_FRAMES);
        List<String> refusals = new ArrayList<>();

        new LimitsPass()
                .weave(
                        node,
                        new ApplicationClasses(new FilesInMemory(FILES, LazyValuesTest::read), Scope.DEFAULT),
                        refusal -> refusals.add(refusal.toString()));

        assertThat(refusals)
                .containsExactly(
                        "scala.runtime.Table.offset (Source.java:4): a lazy val of Scala 3 is accessed by Unsafe,"
                                + " which is not kept coherent; mark it @scala.annotation.threadUnsafe, and force it in initialize"
                                + " or under a lock, or write a val");
    }

    private static byte[] read(String name) {
        try (InputStream in = LazyValuesTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
