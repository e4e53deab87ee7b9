package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import jdsm.Local;

/** Inner and anonymous classes, lambdas, bridges, hierarchies, clones, constructors that let go of {@code this}. */
public final class WovenForms extends CheckedProgram {
    interface Operation {
        int BIAS = 3;

        int apply(int x);

        default Operation twice() {
            return x -> apply(apply(x));
        }
    }

    static final class Plus implements Operation {
        private final int addend;
        private int calls;

        Plus(int addend) {
            this.addend = addend;
        }

        @Override
        public int apply(int x) {
            synchronized (this) {
                calls++;
            }
            return x + addend + BIAS;
        }
    }

    abstract static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        T value;

        abstract T get();

        void set(T next) {
            value = next;
        }

        @Override
        public int compareTo(Box<T> other) {
            return get().compareTo(other.get());
        }
    }

    static final class IntBox extends Box<Integer> {
        @Override
        Integer get() {
            return value;
        }

        @Override
        void set(Integer next) {
            super.set(next + 1);
        }
    }

    static class Base implements Cloneable {
        int a = 1;
        private int hidden = 10;
        int[] numbers = {1, 2};

        @Local
        int seen;

        int hidden() {
            return hidden;
        }

        @Override
        public Base clone() {
            try {
                Base copy = (Base) super.clone();
                copy.numbers = numbers.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Derived extends Base {
        int a = 100;
        private double hidden;
        Derived next;

        {
            hidden = 0.5;
        }

        void bump() {
            a++;
            super.a += 2;
            hidden *= 3;
            numbers[a % 2] += a;
        }

        @Override
        public String toString() {
            return a + " " + super.a + " " + hidden() + " " + hidden + " " + Arrays.toString(numbers);
        }
    }

    /** Others see it before it is complete, and wait until it is. */
    static final class Leaking {
        private final int early;
        private final int late;

        Leaking(WovenForms program) {
            early = 4;
            synchronized (program.lock) {
                program.leaked = this;
                program.lock.notifyAll();
            }
            late = 2 * early;
            synchronized (program.lock) {
                program.complete = true;
                program.lock.notifyAll();
            }
        }
    }

    final class Inner {
        private int own;

        final class Deep {
            private int sum() {
                return own + base;
            }
        }
    }

    private final Object lock = new Object();
    private int base;
    private Inner[] inners;
    private Operation plus;
    private Operation anonymous;
    private Box<Integer>[] boxes;
    private Derived chain;
    private Base[] clones;
    private Leaking leaked;
    private boolean complete;
    private int turn;
    private int[] counted;

    @Override
    void prepare() {
        base = 5;
        inners = new Inner[6];
        for (int i = 0; i < inners.length; i++) {
            inners[i] = new Inner();
        }
        plus = new Plus(4);
        boxes = boxes(10);
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = new IntBox();
        }
        chain = new Derived();
        for (int i = 0; i < 10; i++) {
            Derived first = new Derived();
            first.next = chain;
            chain = first;
        }
        clones = new Base[3];
        counted = new int[3];
        int[] captured = counted;
        anonymous = new Operation() {
            private int calls;

            @Override
            public int apply(int x) {
                synchronized (lock) {
                    captured[0] += x;
                    return ++calls + base;
                }
            }
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Box<Integer>[] boxes(int count) {
        return new Box[count];
    }

    @Override
    void compute() throws InterruptedException {
        IntUnaryOperator reference = plus::apply;
        for (int i = 0; i < 6; i++) {
            if (isMine(i)) {
                inners[i].own += i;
                reference.applyAsInt(plus.twice().apply(i));
                anonymous.apply(i);
                boxes[i].set(7 * i % 10);
            }
        }
        if (isMine(1)) {
            base = 7;
        }
        barrier();
        int sum = 0;
        for (Inner inner : inners) {
            Inner.Deep deep = inner.new Deep();
            sum = 31 * sum + deep.sum();
        }
        found("inner", sum, ((Plus) plus).calls, counted[0]);
        for (int i = 6; i < boxes.length; i++) {
            if (isMine(i)) {
                boxes[i].set(7 * i % 10);
            }
        }
        barrier();
        List<Box<Integer>> sorted = new ArrayList<>(List.of(boxes));
        Collections.sort(sorted);
        found("boxes", sorted.stream().map(Box::get).toList());
        hierarchy();
        leak();
        hidden();
    }

    private void hierarchy() {
        int place = 0;
        for (Derived each = chain; each != null; each = each.next) {
            each.seen = worker();
            for (int i = 0; isMine(place) && i < place; i++) {
                each.bump();
            }
            place++;
        }
        barrier();
        if (isMine(2)) {
            clones[0] = chain.clone();
            clones[0].numbers[0] = 50;
            clones[1] = chain;
            clones[2] = chain.next.next.clone();
        }
        barrier();
        String all = "";
        for (Derived each = chain; each != null; each = each.next) {
            all += each + ";";
        }
        found("hierarchy", all, Arrays.toString(clones), clones[1] == chain, ((Derived) clones[0]).next == chain.next);
    }

    private void leak() throws InterruptedException {
        if (isMine(1)) {
            Leaking made = new Leaking(this);
            synchronized (lock) {
                complete &= made == leaked;
            }
        }
        synchronized (lock) {
            while (!complete) {
                lock.wait();
            }
        }
        found("leak", leaked.early, leaked.late);
    }

    /** Workers take turns in a loop where nothing shows that it synchronises. */
    private void hidden() {
        IntConsumer await = mine -> {
            while (true) {
                synchronized (lock) {
                    if (turn == mine) {
                        return;
                    }
                }
                Thread.onSpinWait();
            }
        };
        IntConsumer pass = mine -> {
            synchronized (lock) {
                turn = mine + 1;
            }
        };
        int[] numbers = counted;
        for (int i = 0; i < 12; i++) {
            if (isMine(i)) {
                await.accept(i);
                numbers[1] = 3 * numbers[1] + i;
                numbers[2] ^= numbers[1];
                chain.numbers[1] += numbers[2];
                pass.accept(i);
            }
        }
        barrier();
        found("turns", Arrays.hashCode(counted), chain.numbers[1]);
    }
}
