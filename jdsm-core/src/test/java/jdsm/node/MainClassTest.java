package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainClassTest {
    @Test
    void theClassIsTheFirstWord() {
        assertThat(MainClass.of("demo.Heat -n 3")).isEqualTo("demo.Heat");
        assertThat(MainClass.of("Heat")).isEqualTo("Heat");
        assertThat(MainClass.of("module/demo.Heat x.jar")).isEqualTo("demo.Heat");
        assertThat(MainClass.of("")).isNull();
    }

    @Test
    void aJarNamesItInItsManifest(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("with space.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "demo.Heat");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertThat(MainClass.of(jar + " -n other.jar")).isEqualTo("demo.Heat");
        assertThat(MainClass.of("gone.jar -n 3")).isNull();
    }
}
