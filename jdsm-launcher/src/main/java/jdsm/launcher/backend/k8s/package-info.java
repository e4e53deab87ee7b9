/** Describes a job for Kubernetes. */
package jdsm.launcher.backend.k8s;
