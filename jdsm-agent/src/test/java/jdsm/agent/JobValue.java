package jdsm.agent;

import java.util.List;
import java.util.Set;

/** An int that the phases of {@link RandomJobs} read. Words with {@code #} stand for random parts. */
record JobValue(String text, Set<JobData> reads) {
    JobValue(String text, JobData... reads) {
        this(text, Set.of(reads));
    }

    boolean readsNoneOf(Set<JobData> written) {
        return reads.stream().noneMatch(written::contains);
    }

    static final List<JobValue> ALL = List.of(
            new JobValue("(i * 31 + round)"),
            new JobValue("(int) a[#length]", JobData.DOUBLES),
            new JobValue("b[#length]", JobData.INTS),
            new JobValue("(int) c[#length]", JobData.HALVES),
            new JobValue("(int) m[#rows][#columns]", JobData.MATRIX),
            new JobValue("rowSum(m[#rows])", JobData.MATRIX),
            new JobValue("(int) g[#rows][0]", JobData.LINES),
            new JobValue("last(g[#rows])", JobData.LINES),
            new JobValue("g[#rows].length", JobData.LINES),
            new JobValue("nodes[#count].x", JobData.NODES),
            new JobValue("(int) nodes[#count].y", JobData.NODES),
            new JobValue("nodes[#count].next.x", JobData.NODES),
            new JobValue("depth(nodes[#count])", JobData.NODES),
            new JobValue("kept.x", JobData.NODES),
            new JobValue("(int) row[#columns]", JobData.MATRIX),
            new JobValue("nodes[#count].sum()", JobData.NODES, JobData.NUMBERS),
            new JobValue("nodes[#count].data[round % 3]", JobData.NODES, JobData.NUMBERS),
            new JobValue("shapes[#count].area()", JobData.SHAPES),
            new JobValue("area(shapes[#count])", JobData.SHAPES),
            new JobValue("list.get(#count).x", JobData.LIST, JobData.NODES),
            new JobValue("list.size()", JobData.LIST),
            new JobValue("byKey.get(7 * (#count)).x", JobData.MAP, JobData.NODES),
            new JobValue("around(#rows, #columns)", JobData.CELLS),
            new JobValue("(cells[#rows][#columns] ? 3 : 4)", JobData.CELLS),
            new JobValue("place[#length]", JobData.PLACES),
            new JobValue("(int) partSum(#count)", JobData.PARTS, JobData.DOUBLES),
            new JobValue("begin[#count + 1] - begin[#count]", JobData.PARTS),
            new JobValue("(int) flat[at(#rows, #columns)]", JobData.FLAT),
            new JobValue("cube[(#rows) % 3][#rows][(#columns) % 4]", JobData.CUBE),
            new JobValue("common", JobData.STATICS),
            new JobValue("Store.table[(#length) % Store.table.length]", JobData.STATICS),
            new JobValue("Store.head.x", JobData.STATICS, JobData.NODES),
            new JobValue("height(tree[(#count) % tree.length], 5)", JobData.TREE),
            new JobValue("names[#count].length()", JobData.NAMES),
            new JobValue("names[#count].hashCode()", JobData.NAMES),
            new JobValue("boxed[#count]", JobData.BOXED),
            new JobValue("(pairs[#count].left() + pairs[#count].node().x)", JobData.PAIRS, JobData.NODES),
            new JobValue("kinds[#count].factor * kinds[#count].ordinal()", JobData.KINDS),
            new JobValue("steps[(#count) % 4].applyAsInt(#some)", JobData.STEPS),
            new JobValue("ledger.get(#some % 8)", JobData.LEDGER),
            new JobValue("ledgers[#count].get(#some % 8)", JobData.LEDGERS),
            new JobValue("(int) done", JobData.TASKS),
            new JobValue("(sorted.firstKey() + sorted.lastEntry().getValue())", JobData.SORTED),
            new JobValue("(int) counts.getOrDefault(#some % 20, 1)", JobData.COUNTS),
            new JobValue("(flag & 1023)", JobData.FLAG),
            new JobValue("(int) total", JobData.TOTAL),
            new JobValue("all[#count].hits", JobData.HITS),
            new JobValue("(int) atomic.get()", JobData.ATOMIC),
            new JobValue("seen[#some % 8]", JobData.SEEN));
}
