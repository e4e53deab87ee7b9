package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each class of the package guards its own state. */
class FieldsTest {
    @Test
    void noClassChangesTheFieldsOfAnother() {
        List<String> open = new ArrayList<>();
        for (Class<?> type : HomeClasses.all()) {
            for (Field field : type.getDeclaredFields()) {
                boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
                if (!constant && !field.isSynthetic() && !Modifier.isPrivate(field.getModifiers())) {
                    open.add(field.toString());
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(HomeClasses.all()).contains(HomeState.class, Written.class, Ownership.Role.class);
    }
}
