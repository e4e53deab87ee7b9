package jdsm.agent;

import java.util.List;
import java.util.Set;

/** What the workers of {@link RandomJobs} do in a phase. Words with {@code #} stand for random parts, see {@link RandomJobs}. */
enum JobPhase {
    DOUBLES(JobExtent.LENGTH, Set.of(JobData.DOUBLES), "a[i] = #value;", "a[i] += #value;"),
    INTS(
            JobExtent.LENGTH,
            Set.of(JobData.INTS),
            "b[i] = #value;",
            "b[i] += #value;",
            "b[i] ^= #value;",
            "b[i] = b[i] * 3 + (int) a[i] % 1000 + i;"),
    HALVES(
            JobExtent.LENGTH,
            Set.of(JobData.HALVES),
            "c[i] = c[i] * 0.25 + b[(i * 5 + round) % length];",
            "c[i] = a[length - 1 - i];"),
    MATRIX(
            JobExtent.ROWS,
            Set.of(JobData.MATRIX),
            "for (int j = 0; j < columns; j++) { m[i][j] = (double) #value + j; }",
            "for (int j = 0; j < columns; j++) { m[i][j] += (double) #value + j; }",
            "double[] w = m[i]; for (int j = columns - 1; j > 0; j--) { w[j] += w[j - 1]; }",
            "double[] w = m[i]; for (int j = 1; j < w.length; j += 2) { w[j] = w[j - 1] + round; }",
            "double s = 0; for (double v : m[i]) { s += v; } m[i][columns - 1] = s % 1e6;",
            "double[] w = m[i]; w[0] = #value;",
            "Arrays.fill(m[i], #value);"),
    COLUMNS(
            JobExtent.COLUMNS,
            Set.of(JobData.MATRIX),
            "for (int j = 0; j < rows; j++) { m[j][i] += (double) #value; }",
            "for (int j = 1; j < rows; j++) { m[j][i] = m[j][i] * 0.5 + m[j - 1][i]; }"),
    NEW_ROWS(
            JobExtent.ROWS,
            Set.of(JobData.MATRIX),
            "m[i] = m[i].clone();",
            "double[] w = new double[columns]; System.arraycopy(m[i], 0, w, 0, columns); w[0] += #value; m[i] = w;"),
    LINES(
            JobExtent.ROWS,
            Set.of(JobData.LINES),
            "long[] w = g[i]; for (int j = 0; j < w.length; j++) { w[j] = w[j] * 7 + #value; }",
            "if (g[i].length < 400) { g[i] = Arrays.copyOf(g[i], g[i].length + 1 + i % 3); g[i][g[i].length - 1] = #value; }"),
    NODES(
            JobExtent.COUNT,
            Set.of(JobData.NODES),
            "nodes[i].x += #value;",
            "nodes[i].y = nodes[i].y * 0.5 + #value;",
            "nodes[i].bump(#value);",
            "Node q = nodes[i]; q.x = #value; q.y += q.x;",
            "nodes[i].next = all[(i * 7 + round) % count];",
            "Node q = new Node(#value); q.next = nodes[i].next; q.data = nodes[i].data; nodes[i] = q;"),
    NUMBERS(
            JobExtent.COUNT,
            Set.of(JobData.NUMBERS),
            "int[] d = nodes[i].data; for (int j = 0; j < d.length; j++) { d[j] += #value; }",
            "nodes[i].data[#some % 3] = #value;"),
    NEW_NUMBERS(
            JobExtent.COUNT, Set.of(JobData.NODES, JobData.NUMBERS), "nodes[i].data = new int[] {i, round, #value};"),
    SHAPES(
            JobExtent.COUNT,
            Set.of(JobData.SHAPES),
            "shapes[i].grow(#value);",
            "Shape s = shapes[i]; s.grow(round); s.grow(s.area() + #value);",
            "shapes[i] = (i + round) % 2 == 0 ? new Square(#value) : new Box(#value, shapes[i].area());"),
    LIST(
            Set.of(JobData.LIST),
            "if (worker() == #one) { list.clear(); for (int i = 0; "
                    + "i < count; i++) { list.add(nodes[(i * 7 + round) % count]); } }",
            "if (worker() == #one) { List<Node> made = new ArrayList<>(); for (int i = 0; "
                    + "i < count; i++) { made.add(new Node(#value)); } list = made; }",
            "if (worker() == #one) { for (int i = 0; i < count; i += 2) { list.set(i, new Node(#value)); } }",
            "if (worker() == #one) { list.add(list.remove(0)); }"),
    MAP(
            Set.of(JobData.MAP),
            "if (worker() == #one) { byKey.clear(); for (int i = 0; i < count; i++) { byKey.put(7 * i, new Node(#value)); } }",
            "if (worker() == #one) { Map<Integer, Node> made = new HashMap<>(byKey); byKey = made; }",
            "synchronized (lock) { for (int i = worker(); i < count; "
                    + "i += workers()) { byKey.put(7 * i, nodes[(i + round) % count]); } }"),
    EACH_ELEMENT(
            Set.of(JobData.SEEN),
            "int s = 0; for (Node q : list) { s = s * 31 + q.x; } seen[worker()] += s;",
            "int s = 0; for (Map.Entry<Integer, Node> q : byKey.entrySet()) { "
                    + "s = s * 31 + q.getKey() + q.getValue().x; } seen[worker()] ^= s;",
            "int s = 0; for (Shape q : shapes) { s = s * 31 + q.area(); } seen[worker()] += s;"),
    SWAP(
            Set.of(JobData.MATRIX),
            "if (worker() == #one) { int p = any(round, #some, rows); "
                    + "double[] w = m[p]; m[p] = m[(p + 1) % rows]; m[(p + 1) % rows] = w; }"),
    GATHER(
            JobExtent.LENGTH,
            Set.of(JobData.HALVES),
            "c[i] = a[place[i]] + i;",
            "c[i] += b[place[length - 1 - i]];",
            "c[i] = a[b[i] & 7 % length] * 2;"),
    SCATTER(
            JobExtent.LENGTH,
            Set.of(JobData.HALVES),
            "c[place[i]] = #value;",
            "c[place[i]] = c[place[i]] * 0.5 + b[i];"),
    PLACES(
            Set.of(JobData.PLACES),
            "if (worker() == #one) { for (int i = 0; i < length; i++) { place[i] = (int) ((i * 7919L + round) % length); } if (length % 7919 == 0) { "
                    + "for (int i = 0; i < length; i++) { place[i] = i; } } }",
            "if (worker() == #one) { int p = any(round, #some, length), q = place[p]; place[p] = place[0]; place[0] = q; }"),
    PART_SUMS(
            JobExtent.COUNT,
            Set.of(JobData.HITS),
            "double s = 0; for (int k = begin[i]; k < begin[i + 1]; k++) { s += a[column[k]]; } all[i].hits += (int) s % 1000;",
            "for (int k = begin[i]; k < begin[i + 1]; k++) { all[i].hits += b[column[k]] & 15; }"),
    PARTS(
            Set.of(JobData.PARTS),
            "if (worker() == #one) { for (int k = 0; k < column.length; k++) { column[k] = any(k, round, length); } }",
            "if (worker() == #one) { for (int i = 1; i < count; i++) { begin[i] = Math.min(begin[i + 1], begin[i] + (i + round) % 2); } }"),
    FLAT(
            JobExtent.ROWS,
            Set.of(JobData.FLAT),
            "for (int j = 0; j < columns; j++) { flat[at(i, j)] = #value + j; }",
            "for (int j = 1; j < columns; j++) { flat[at(i, j)] += flat[at(i, j - 1)] * 0.5; }",
            "for (int j = 0; j < columns; j++) { flat[i * columns + j] = m[i][j] + m[(i + 1) % rows][j]; }"),
    FLAT_COLUMNS(
            JobExtent.COLUMNS,
            Set.of(JobData.FLAT),
            "for (int j = 0; j < rows; j++) { flat[at(j, i)] += #value; }",
            "double s = 0; for (int j = 0; j < rows; j++) { s += flat[at(j, i)]; } flat[at(0, i)] = s % 1e5;",
            "double[] line = new double[rows]; for (int j = 0; j < rows; j++) { line[j] = flat[j * columns + i]; } "
                    + "for (int j = 0; j < rows; j++) { flat[j * columns + i] = line[rows - 1 - j]; }"),
    CUBE(
            JobExtent.ROWS,
            Set.of(JobData.CUBE),
            "for (int k = 0; k < 3; k++) { for (int j = 0; j < 4; j++) { cube[k][i][j] = cube[k][i][j] * 3 + #value; } }",
            "int[] w = cube[round % 3][i]; for (int j = 3; j >= 0; j--) { w[j] += j; }",
            "cube[#some % 3][i] = new int[] {#value, 1, 2, round};"),
    CELLS(
            JobExtent.ROWS,
            Set.of(JobData.CELLS),
            "for (int j = 0; j < columns; j++) { cells[i][j] = (#value & 1) == 0; }",
            "for (int j = 0; j < columns; j++) { cells[i][j] ^= m[i][j] > 100; }"),
    GENERATION(
            JobExtent.ROWS,
            Set.of(JobData.MATRIX),
            "for (int j = 0; j < columns; j++) { m[i][j] = around(i, j); }",
            "for (int j = 0; j < columns; j++) { m[i][j] += around((i + 1) % rows, j) * 0.5; }"),
    STATICS(
            Set.of(JobData.STATICS),
            "if (worker() == #one) { int i = round % count; common = common * 31 + #value; }",
            "if (worker() == #one) { int i = round % count; for (int k = 0; k < Store.table.length; k++) { Store.table[k] += #value; } }",
            "if (worker() == #one) { int i = 0; Store.head = nodes[any(round, #some, count)]; Store.table = new int[] {#value, 5, 6}; }",
            "for (int k = worker(); k < Store.table.length; k += workers()) { int i = k % count; Store.table[k] = #value; }",
            "synchronized (Store.class) { Store.adds(worker() + round); }",
            "Store.adds(worker());"),
    TREE(
            Set.of(JobData.TREE),
            "for (int k = worker(); k < tree.length; k += workers()) { int i = k % count; grow(tree[k], 5, #value); }",
            "for (int i = worker(); i < tree.length; i += workers()) { tree[i] = new Branch(i, tree[i], new Branch(round, null, null)); }",
            "if (worker() == #one) { for (Branch one : tree) { grow(one, 4, round); } }"),
    NAMES(
            JobExtent.COUNT,
            Set.of(JobData.NAMES),
            "names[i] = \"n\" + (#value);",
            "names[i] = names[i].length() > 40 ? \"\" : names[i] + i + (char) ('a' + round);"),
    BOXED(JobExtent.COUNT, Set.of(JobData.BOXED), "boxed[i] = boxed[i] + #value;", "boxed[i]++;"),
    PAIRS(
            JobExtent.COUNT,
            Set.of(JobData.PAIRS),
            "pairs[i] = new Pair(#value, pairs[i].node());",
            "pairs[i] = new Pair(pairs[i].left() + 1, all[any(i, round, count)]);"),
    KINDS(
            JobExtent.COUNT,
            Set.of(JobData.KINDS),
            "kinds[i] = Colour.values()[(#value & 0x7fffffff) % 3];",
            "kinds[i] = switch (kinds[i]) { case RED -> Colour.GREEN; case GREEN -> Colour.BLUE; case BLUE -> Colour.RED; };"),
    STEPS(
            Set.of(JobData.STEPS),
            "if (worker() == #one) { int i = 0; steps[round % 4] = new Step(#value, all[round % count]); }",
            "if (worker() == #one) { int by = round; Node of = all[round % count]; steps[#some % 4] = new IntUnaryOperator() { "
                    + "public int applyAsInt(int x) { return x + by + of.hashes(); } }; }",
            "if (worker() == #one) { int by = #some; Node of = all[round % count]; steps[by % 4] = x -> x * 5 + by + of.hashes(); }",
            "if (worker() == #one) { int i = 0; int by = #value; steps[round % 4] = steps[(round + 1) % 4].andThen(x -> x % 9973 + by); }",
            "if (worker() == #one) { steps[#some % 4] = any(round, 1, 2) == 0 ? Math::abs : all[round % count]::plus; }"),
    VISITS(
            JobExtent.COUNT,
            Set.of(JobData.NODES),
            "int by = #value; visit(nodes[i], q -> { q.x += by; q.y -= 1; });",
            "Node q = nodes[i]; IntSupplier s = q::sum; q.x += s.getAsInt();"),
    TASKS(
            Set.of(JobData.TASKS),
            "synchronized (lock) { for (int j = 0; j < 3; j++) { int by = worker() * 7 + round + j; tasks.add(() -> { done += by; }); } }",
            "synchronized (lock) { for (Runnable t = tasks.poll(); t != null; t = tasks.poll()) { t.run(); } }"),
    SORTED(
            Set.of(JobData.SORTED),
            "if (worker() == #one) { int by = 1 + any(round, #some, 9); TreeMap<Integer, Integer> made = new TreeMap<>("
                    + "Comparator.comparing((Integer k) -> k % by).thenComparing(k -> -k)); "
                    + "for (int j = 0; j < count; j++) { made.put(j * 3 % count, j); } sorted = made; }",
            "if (worker() == #one) { sorted.put(any(round, #some, count), round); if (sorted.size() > 5) { sorted.pollLastEntry(); } }"),
    TURNS(
            Set.of(JobData.TURNS),
            "for (int j = 0; j < 3; j++) { synchronized (lock) { while (turn % workers() != worker()) { await(); } "
                    + "turns = turns * 31 + worker(); turn++; lock.notifyAll(); } }"),
    COUNTS(
            Set.of(JobData.COUNTS),
            "for (int j = 0; j < 6; j++) { counts.merge((worker() * 7 + j) % 20, j + round, Integer::sum); }",
            "for (int j = 0; j < 3; j++) { counts.compute(j, (key, old) -> old == null ? 1 : old + 2); }"),
    CALLS(
            Set.of(JobData.CALLS),
            "long s = Collectives.sum((long) worker() + round); if (worker() == 0) { calls = calls * 7 + s; }",
            "int i = worker() % count; long s = Collectives.max((long) #value); if (worker() == 0) { calls ^= s; }",
            "int i = worker() % count; double s = Collectives.sum((double) #value); if (worker() == workers() - 1) { calls += (long) s; }"),
    /** Workers write different fields of one object. */
    LEDGER(
            Set.of(JobData.LEDGER),
            "for (int k = worker(); k < 8; k += workers()) { int i = k % count; ledger.set((k + round) % 8, #value); }",
            "for (int k = worker(); k < 8; k += workers()) { int i = k % count; if (((#value) & 1) == 0) { ledger.set(k, i + round); } }"),
    LEDGERS(
            JobExtent.COUNT,
            Set.of(JobData.LEDGERS),
            "ledgers[i].set(#some % 8, #value);",
            "if (((i + round) & 3) == 0) { ledgers[i].set(round % 8, #value); }",
            "ledgers[i] = new Ledger(); ledgers[i].set(i % 8, #value);"),
    COPIES_OF_REFERENCES(
            Set.of(JobData.NODES),
            "if (worker() == #one) { Node[] w = nodes.clone(); for (int i = 0; i < count; i++) { nodes[i] = w[(i + 1) % count]; } }",
            "int from = first(count, #shift), to = behind(count, #shift); System.arraycopy(all, from, nodes, from, to - from);"),
    SORT(
            JobExtent.ROWS,
            Set.of(JobData.LINES),
            "Arrays.sort(g[i]);",
            "g[i] = Arrays.stream(g[i]).map(x -> x * 3 + 1).toArray();"),
    COPY(
            Set.of(JobData.HALVES),
            "int from = first(length, #shift), to = behind(length, #shift); System.arraycopy(a, from, c, from, to - from);",
            "int from = first(length, #shift), to = behind(length, #shift); "
                    + "for (int i = from; i < to; i++) { c[i] = a[length - 1 - i]; }"),
    FILL(
            Set.of(JobData.INTS),
            "int from = first(length, #shift), to = behind(length, #shift); Arrays.fill(b, from, to, round * 3);"),
    FLAG(Set.of(JobData.FLAG), "if (worker() == #one) { int i = round % count; flag = flag * 31 + #value; }"),
    LOCK(
            Set.of(JobData.TOTAL),
            "for (int j = 0; j < 5; j++) { synchronized (lock) { total += worker() * 3 + j; } }",
            "for (int i = worker() % count; i < count; i += 40) { synchronized (lock) { total += #value; } }"),
    LOCKS_OF_OBJECTS(
            Set.of(JobData.HITS),
            "Node q = all[#some % count]; synchronized (q) { q.hits += worker() + 1; }",
            "for (int i = 0; i < count; i += 9) { all[i].hit(#value); }"),
    ATOMIC(
            Set.of(JobData.ATOMIC),
            "for (int j = 0; j < 5; j++) { atomic.addAndGet(worker() + j); }",
            "for (int i = worker() % count; i < count; i += 40) { atomic.addAndGet(#value); }");

    final boolean isDivided;
    final JobExtent extent;
    final Set<JobData> writes;
    final List<String> bodies;

    /** Each worker has some of the {@code i}. */
    JobPhase(JobExtent extent, Set<JobData> writes, String... bodies) {
        this.isDivided = true;
        this.extent = extent;
        this.writes = writes;
        this.bodies = List.of(bodies);
    }

    /** Each worker has the whole text, in which {@code i} is a node's number where there is an {@code i}. */
    JobPhase(Set<JobData> writes, String... bodies) {
        this.isDivided = false;
        this.extent = JobExtent.COUNT;
        this.writes = writes;
        this.bodies = List.of(bodies);
    }
}
