package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.List;
import jdsm.runtime.Remedies;
import org.objectweb.asm.Opcodes;

/** Examines the fields that the options {@code local}, {@code volatile-elements} and {@code heavy} name. */
final class NamedFields {
    private NamedFields() {}

    /**
     * Refuses fields that do not exist, components of records, and heavy fields of classes that cannot be split.
     *
     * @param classes as the program's files have them
     */
    static List<Refusal> unknown(Scope scope, ApplicationClasses classes) {
        List<Refusal> unknown = new ArrayList<>();
        String other = Remedies.option("local") + " or " + Remedies.option("volatile-elements");
        for (String named : scope.namedFields()) {
            int dot = named.lastIndexOf('.');
            ClassFacts owner = classes.find(named.substring(0, dot).replace('.', '/'));
            String field = named.substring(dot + 1);
            ClassFacts.Field known = owner == null ? null : owner.fieldNamed(field);
            if (owner != null && Twins.isTwin(owner.name())) {
                unknown.add(
                        new Refusal(
                                named,
                                null,
                                0,
                                "the field is JDSM's own, but an option names it; name the program's field that leads to the collection"));
            } else if (known == null) {
                String what = owner == null ? "there is no such class" : "the class declares no such field";
                unknown.add(new Refusal(
                        named,
                        null,
                        0,
                        what + ", but "
                                + (scope.heavy().contains(named) ? Remedies.option("heavy") : other)
                                + " names it; write package.Outer$Inner.field"));
            } else if (scope.heavy().contains(named) && HeavyFields.whyNot(known, classes) != null) {
                unknown.add(new Refusal(
                        named,
                        null,
                        0,
                        HeavyFields.whyNot(known, classes) + ", but " + Remedies.option("heavy") + " names it"));
            } else if (classes.isValueRecord(owner.name()) && !known.is(Opcodes.ACC_STATIC)) {
                unknown.add(new Refusal(
                        named,
                        null,
                        0,
                        "a record travels as a value, all its components with it, but " + Remedies.option("local")
                                + " or "
                                + Remedies.option("volatile-elements") + " names a component;"
                                + " make the record a class, or name the field that refers to the record"));
            }
        }
        return unknown;
    }
}
