/** Static fields, and fields of enums: each rank has its own of them. */
package jdsm.agent.pass.statics;
