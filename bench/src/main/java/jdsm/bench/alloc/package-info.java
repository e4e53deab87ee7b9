/** Allocators side by side: the programs of the paper LPS, and takes alone. {@link jdsm.bench.alloc.AllocMain} runs them. */
package jdsm.bench.alloc;
