/**
 * An allocator of memory outside the heap, by pages whose slots have one size ("big bag of pages"). A policy decides
 * whether a thread that needs a page reuses another thread's page or takes a new one from the system.
 *
 * <p>After Endo, Taura, Yonezawa: Locality-aware Parallel BIBOP Memory Allocator (IPSJ 2001), here called LPS.
 */
package jdsm.comm.memory;
