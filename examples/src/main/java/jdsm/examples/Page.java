package jdsm.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A page of a web. */
class Page {
    /** The probability that a reader follows a link. */
    private static final double FOLLOWED = 0.85;

    private double rank;
    private double next;
    /** The pages with a link to this one. */
    private Page[] from;
    /** The number of links on this page. */
    private int links;

    /** Pages with random links, more of them to the first pages than to the last ones. */
    static Page[] web(int n, int linksPerPage, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Page[] pages = new Page[n];
        List<List<Page>> linked = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            pages[i] = new Page();
            linked.add(new ArrayList<>());
        }
        for (Page page : pages) {
            page.links = random.nextInt(1, 2 * linksPerPage);
            for (int k = 0; k < page.links; k++) {
                linked.get(Math.min(random.nextInt(n), random.nextInt(n))).add(page);
            }
        }
        for (int i = 0; i < n; i++) {
            pages[i].from = linked.get(i).toArray(new Page[0]);
        }
        return pages;
    }

    double rank() {
        return rank;
    }

    void rank(double first) {
        rank = first;
    }

    /** Computes the next rank from the ranks of the pages with links to this one. */
    void collect(int pages) {
        double sum = 0;
        for (int k = 0; k < from.length; k++) {
            sum += from[k].rank / from[k].links;
        }
        next = (1 - FOLLOWED) / pages + FOLLOWED * sum;
    }

    /** Takes the next rank. */
    void advance() {
        rank = next;
    }
}
