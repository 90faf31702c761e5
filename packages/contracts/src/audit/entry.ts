import type { Service } from '../services.ts';

/** Commands that concern the whole portal are recorded in every service. */
const portalCommands = [
  'command.audit',
  'command.backup',
  'command.indexes',
  'command.restore',
  'command.retention',
  'command.rotate',
  'command.slice',
] as const;

/** The complete list of actions that each service records. */
export const auditActions = {
  auth: [
    'account.requested',
    'account.confirmed',
    'session.started',
    'sign-in.failed',
    'sign-in.locked',
    'session.ended',
    'sessions.ended',
    'text.resent',
    'texts.changed',
    'operator.rejected',
    'operator.locked',
    'data.exported',
    'account.corrected',
    'number.changed',
    'number.change-undone',
    'erasure.requested',
    'data.erased',
    'command.sessions',
    'command.operators',
    ...portalCommands,
  ],
  application: [
    'application.submitted',
    'application.edited',
    'application.withdrawn',
    'application.appealed',
    'grievance.filed',
    'revaluation.requested',
    'revaluation.paid',
    'revaluation.returned',
    'grievance.changed',
    'application.read',
    'paper.read',
    'case.read',
    'case.revealed',
    'case.listed',
    'scrutiny.decided',
    'result.published',
    'data.exported',
    'data.erased',
    ...portalCommands,
  ],
  payment: [
    'refund.decided',
    'data.exported',
    'data.erased',
    'command.refunds',
    'command.reconcile',
    ...portalCommands,
  ],
  ticket: [
    'ticket.downloaded',
    'memo.downloaded',
    'result.read',
    'preview.read',
    'ticket.verified',
    'data.exported',
    'data.erased',
    'allotment.previewed',
    'allotment.confirmed',
    'seats.allotted',
    'pack.requested',
    'pack.made',
    'pack.downloaded',
    ...portalCommands,
  ],
  desk: [
    'command.staff',
    'staff.changed',
    'notice.proposed',
    'notice.published',
    'notice.withdrawn',
    'notice.ended',
    'settings.proposed',
    'settings.published',
    'settings.withdrawn',
    'marks.checked',
    'marks.proposed',
    'marks.signed',
    'marks.discarded',
    'marks.published',
    'attendance.uploaded',
    'revaluations.read',
    'revaluations.exported',
    'attendance.read',
    'allotment.previewed',
    'allotment.confirmed',
    'seats.exported',
    'pack.requested',
    'pack.downloaded',
    'staff.signed-in',
    'staff.rejected',
    'staff.locked',
    'staff.signed-out',
    'passkey.added',
    'passkey.removed',
    'cases.searched',
    'cases.exported',
    'contacts.requested',
    'contacts.exported',
    'case.read',
    'case.own-number',
    'case.revealed',
    'case.started',
    'case.released',
    'case.decided',
    'case.noted',
    'batch.previewed',
    'batch.confirmed',
    'batch.undone',
    'batch.read',
    'grievance.opened',
    'grievance.changed',
    'grievances.listed',
    'grievance.read',
    'grievance.revealed',
    'attempts.read',
    'text.resent',
    'sessions.ended',
    'refund.decided',
    'reconciliation.read',
    'paper.read',
    'data.exported',
    'data.erased',
    ...portalCommands,
  ],
} as const satisfies Partial<Record<Service, readonly string[]>>;

export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

/** A service without actions of its own records the portal's commands. */
const actionsByService: Partial<Record<Service, readonly string[]>> = auditActions;

export const isAuditAction = (service: Service, action: string): boolean =>
  (actionsByService[service] ?? portalCommands).some((own) => own === action);

type AuditActorKind = 'applicant' | 'operator' | 'service' | 'anonymous';

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
