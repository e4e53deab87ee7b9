package jdsm.comm.memory;

/** Figures of the spans that no list keeps. Thread-safe. */
final class LongSpans {
    private final int pageBytes;
    private long pages;
    private long mostPages;
    private long takes;

    LongSpans(AllocatorSettings settings) {
        pageBytes = settings.pageBytes();
    }

    synchronized void took(int spanPages) {
        pages += spanPages;
        mostPages = Math.max(mostPages, pages);
        takes++;
    }

    synchronized void gaveBack(int spanPages) {
        pages -= spanPages;
    }

    synchronized PageUsage usage(int places) {
        return new PageUsage(pageBytes, pages, pages, mostPages, takes, 0, places);
    }
}
