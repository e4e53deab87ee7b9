package jdsm.agent.fault;

import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Body;
import jdsm.agent.analysis.Call;
import jdsm.agent.analysis.Classes;

/** What is known of classes, handed on as it is; faults of the analyses are made by overriding. */
class FaultyClasses implements Classes {
    final Classes right;

    FaultyClasses(Classes right) {
        this.right = right;
    }

    @Override
    public boolean isShareable(String name) {
        return right.isShareable(name);
    }

    @Override
    public boolean isApplication(String name) {
        return right.isApplication(name);
    }

    @Override
    public FieldKind kindOf(String owner, String name, String descriptor) {
        return right.kindOf(owner, name, descriptor);
    }

    @Override
    public boolean hasVolatileElements(String owner, String name, String descriptor) {
        return right.hasVolatileElements(owner, name, descriptor);
    }

    @Override
    public boolean isVolatile(String owner, String name, String descriptor) {
        return right.isVolatile(owner, name, descriptor);
    }

    @Override
    public String declaring(String owner, String name, String descriptor) {
        return right.declaring(owner, name, descriptor);
    }

    @Override
    public String declaringField(String owner, String name, String descriptor) {
        return right.declaringField(owner, name, descriptor);
    }

    @Override
    public Set<String> initializers(String name) {
        return right.initializers(name);
    }

    @Override
    public Set<String> initializersOfImplementation(String name) {
        return right.initializersOfImplementation(name);
    }

    @Override
    public String superName(String name) {
        return right.superName(name);
    }

    @Override
    public boolean isInterface(String name) {
        return right.isInterface(name);
    }

    @Override
    public Body body(Call call) {
        return right.body(call);
    }

    @Override
    public Map<String, Call> receivers(Call call, String from) {
        return right.receivers(call, from);
    }

    @Override
    public boolean allows(Body body, String from) {
        return right.allows(body, from);
    }

    @Override
    public boolean isSubtype(String name, String other) {
        return right.isSubtype(name, other);
    }

    @Override
    public final boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
        return maySynchronize(new Call(owner, name, descriptor, virtual));
    }

    @Override
    public boolean maySynchronize(Call call) {
        return right.maySynchronize(call);
    }

    @Override
    public final Set<String> stores(String owner, String name, String descriptor, boolean virtual) {
        return stores(new Call(owner, name, descriptor, virtual));
    }

    @Override
    public Set<String> stores(Call call) {
        return right.stores(call);
    }

    @Override
    public byte[] withHolders(byte[] classFile) {
        return right.withHolders(classFile);
    }

    @Override
    public byte[] holderOf(String name) {
        return right.holderOf(name);
    }
}
