package jdsm.util;

import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * The bulk operations of {@link ConcurrentHashMap}, on the entries of the moment of the call. They run on the calling
 * thread: others would be no workers.
 */
abstract class BulkOperations<K, V> extends java.util.concurrent.ConcurrentHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    /** The entries of this moment. */
    abstract Map.Entry<K, V>[] entries();

    @Override
    public void forEach(long threshold, BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entries()) {
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void forEachKey(long threshold, Consumer<? super K> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entries()) {
            action.accept(entry.getKey());
        }
    }

    @Override
    public void forEachValue(long threshold, Consumer<? super V> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entries()) {
            action.accept(entry.getValue());
        }
    }

    @Override
    public void forEachEntry(long threshold, Consumer<? super Map.Entry<K, V>> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entries()) {
            action.accept(entry);
        }
    }

    @Override
    public K reduceKeys(long threshold, BiFunction<? super K, ? super K, ? extends K> reducer) {
        return this.<K>reduceEntries(threshold, Map.Entry::getKey, reducer);
    }

    @Override
    public V reduceValues(long threshold, BiFunction<? super V, ? super V, ? extends V> reducer) {
        return this.<V>reduceEntries(threshold, Map.Entry::getValue, reducer);
    }

    @Override
    public Map.Entry<K, V> reduceEntries(
            long threshold, BiFunction<Map.Entry<K, V>, Map.Entry<K, V>, ? extends Map.Entry<K, V>> reducer) {
        return this.<Map.Entry<K, V>>reduceEntries(threshold, entry -> entry, reducer);
    }

    @Override
    public <U> void forEachEntry(
            long threshold, Function<Map.Entry<K, V>, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entries()) {
            U made = transformer.apply(entry);
            if (made != null) {
                action.accept(made);
            }
        }
    }

    @Override
    public <U> U searchEntries(long threshold, Function<Map.Entry<K, V>, ? extends U> search) {
        Objects.requireNonNull(search);
        for (Map.Entry<K, V> entry : entries()) {
            U found = search.apply(entry);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public <U> U reduceEntries(
            long threshold,
            Function<Map.Entry<K, V>, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        U all = null;
        for (Map.Entry<K, V> entry : entries()) {
            U made = transformer.apply(entry);
            if (made != null) {
                all = all == null ? made : reducer.apply(all, made);
            }
        }
        return all;
    }

    @Override
    public double reduceEntriesToDouble(
            long threshold, ToDoubleFunction<Map.Entry<K, V>> transformer, double basis, DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        double all = basis;
        for (Map.Entry<K, V> entry : entries()) {
            all = reducer.applyAsDouble(all, transformer.applyAsDouble(entry));
        }
        return all;
    }

    @Override
    public long reduceEntriesToLong(
            long threshold, ToLongFunction<Map.Entry<K, V>> transformer, long basis, LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        long all = basis;
        for (Map.Entry<K, V> entry : entries()) {
            all = reducer.applyAsLong(all, transformer.applyAsLong(entry));
        }
        return all;
    }

    @Override
    public int reduceEntriesToInt(
            long threshold, ToIntFunction<Map.Entry<K, V>> transformer, int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        int all = basis;
        for (Map.Entry<K, V> entry : entries()) {
            all = reducer.applyAsInt(all, transformer.applyAsInt(entry));
        }
        return all;
    }

    @Override
    public <U> void forEachKey(
            long threshold, Function<? super K, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        forEachEntry(threshold, entry -> transformer.apply(entry.getKey()), action);
    }

    @Override
    public <U> U searchKeys(long threshold, Function<? super K, ? extends U> search) {
        Objects.requireNonNull(search);
        return searchEntries(threshold, entry -> search.apply(entry.getKey()));
    }

    @Override
    public <U> U reduceKeys(
            long threshold,
            Function<? super K, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        return this.<U>reduceEntries(threshold, entry -> transformer.apply(entry.getKey()), reducer);
    }

    @Override
    public double reduceKeysToDouble(
            long threshold, ToDoubleFunction<? super K> transformer, double basis, DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToDouble(threshold, entry -> transformer.applyAsDouble(entry.getKey()), basis, reducer);
    }

    @Override
    public long reduceKeysToLong(
            long threshold, ToLongFunction<? super K> transformer, long basis, LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToLong(threshold, entry -> transformer.applyAsLong(entry.getKey()), basis, reducer);
    }

    @Override
    public int reduceKeysToInt(
            long threshold, ToIntFunction<? super K> transformer, int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToInt(threshold, entry -> transformer.applyAsInt(entry.getKey()), basis, reducer);
    }

    @Override
    public <U> void forEachValue(
            long threshold, Function<? super V, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        forEachEntry(threshold, entry -> transformer.apply(entry.getValue()), action);
    }

    @Override
    public <U> U searchValues(long threshold, Function<? super V, ? extends U> search) {
        Objects.requireNonNull(search);
        return searchEntries(threshold, entry -> search.apply(entry.getValue()));
    }

    @Override
    public <U> U reduceValues(
            long threshold,
            Function<? super V, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        return this.<U>reduceEntries(threshold, entry -> transformer.apply(entry.getValue()), reducer);
    }

    @Override
    public double reduceValuesToDouble(
            long threshold, ToDoubleFunction<? super V> transformer, double basis, DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToDouble(threshold, entry -> transformer.applyAsDouble(entry.getValue()), basis, reducer);
    }

    @Override
    public long reduceValuesToLong(
            long threshold, ToLongFunction<? super V> transformer, long basis, LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToLong(threshold, entry -> transformer.applyAsLong(entry.getValue()), basis, reducer);
    }

    @Override
    public int reduceValuesToInt(
            long threshold, ToIntFunction<? super V> transformer, int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToInt(threshold, entry -> transformer.applyAsInt(entry.getValue()), basis, reducer);
    }

    @Override
    public <U> void forEach(
            long threshold, BiFunction<? super K, ? super V, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        forEachEntry(threshold, entry -> transformer.apply(entry.getKey(), entry.getValue()), action);
    }

    @Override
    public <U> U search(long threshold, BiFunction<? super K, ? super V, ? extends U> search) {
        Objects.requireNonNull(search);
        return searchEntries(threshold, entry -> search.apply(entry.getKey(), entry.getValue()));
    }

    @Override
    public <U> U reduce(
            long threshold,
            BiFunction<? super K, ? super V, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        return this.<U>reduceEntries(threshold, entry -> transformer.apply(entry.getKey(), entry.getValue()), reducer);
    }

    @Override
    public double reduceToDouble(
            long threshold,
            ToDoubleBiFunction<? super K, ? super V> transformer,
            double basis,
            DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToDouble(
                threshold, entry -> transformer.applyAsDouble(entry.getKey(), entry.getValue()), basis, reducer);
    }

    @Override
    public long reduceToLong(
            long threshold,
            ToLongBiFunction<? super K, ? super V> transformer,
            long basis,
            LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToLong(
                threshold, entry -> transformer.applyAsLong(entry.getKey(), entry.getValue()), basis, reducer);
    }

    @Override
    public int reduceToInt(
            long threshold, ToIntBiFunction<? super K, ? super V> transformer, int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceEntriesToInt(
                threshold, entry -> transformer.applyAsInt(entry.getKey(), entry.getValue()), basis, reducer);
    }
}
