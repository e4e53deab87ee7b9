package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import jdsm.agent.analysis.ClassSource;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * The class files that a class loader would define classes from, including those of its parents and the JDK. Holds the
 * loader weakly.
 */
final class LoaderFiles implements ClassSource {
    private final ClassFileLocator locator;
    private final WeakReference<ClassLoader> loader;

    LoaderFiles(ClassLoader loader) {
        this.locator = ClassFileLocator.ForClassLoader.WeaklyReferenced.of(loader);
        this.loader = new WeakReference<>(loader);
    }

    @Override
    public byte[] find(String name) {
        try {
            ClassFileLocator.Resolution found = locator.locate(name.replace('/', '.'));
            return found.isResolved() ? found.resolve() : null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class " + name, e);
        }
    }

    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        ClassLoader known = loader.get();
        ClassPath path = known == null ? null : ClassPath.of(known);
        return path != null && path.visit(wanted, visitor);
    }

    @Override
    public ClassSource deciding() {
        ClassLoader each = loader.get();
        while (WeavingTransformer.mayDefineWoven(each) && ClassPath.of(each) == null) {
            each = each.getParent();
        }
        return WeavingTransformer.mayDefineWoven(each) ? new LoaderFiles(each) : this;
    }
}
