/**
 * The transport {@code ucx}: messages and remote memory over UCX, by its Java binding jucx. In a jar of its own, which is
 * loaded only when it is asked for. No type of UCX leaves this package.
 */
package jdsm.comm.ucx;
