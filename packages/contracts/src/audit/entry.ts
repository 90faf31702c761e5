import type { AuditAction } from './actions.ts';

export type AuditActorKind = 'applicant' | 'operator' | 'service' | 'anonymous';

/** `id`: an opaque id or a pseudonym; of an operator, the id of their account. */
export interface AuditActor {
  readonly kind: AuditActorKind;
  readonly id: string;
}

/** The subject, by opaque ids. */
export interface AuditSubject {
  readonly userId?: string;
  readonly applicationId?: string;
  readonly orderId?: string;
}

/** Small values from closed sets, opaque ids or counts. Never personal data. */
export type AuditDetail = Readonly<Record<string, string | number | boolean>>;

/** A row of the collection `audit_entries` of a service. Only `block` ever changes. */
export interface AuditEntry {
  readonly _id: string;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly detail: AuditDetail;
  /** An operator's reason; empty when none was given. */
  readonly why?: string;
  readonly requestId?: string;
  /** The block that seals it, or `UNSEALED`. */
  readonly block: number;
}

export const AUDIT_ENTRIES = 'audit_entries';
export const UNSEALED = 0;
