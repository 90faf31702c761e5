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
    'grievance.changed',
    'application.read',
    'paper.read',
    'case.read',
    'case.revealed',
    'scrutiny.decided',
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
    'preview.read',
    'ticket.verified',
    'data.exported',
    'data.erased',
    'command.hall-pack',
    'command.halls',
    ...portalCommands,
  ],
  desk: [
    'command.staff',
    'staff.changed',
    'notice.proposed',
    'notice.published',
    'notice.ended',
    'staff.signed-in',
    'staff.rejected',
    'staff.locked',
    'staff.signed-out',
    'cases.searched',
    'cases.exported',
    'case.read',
    'case.revealed',
    'case.started',
    'case.released',
    'case.decided',
    'case.noted',
    'grievance.opened',
    'grievance.changed',
    'grievances.listed',
    'attempts.read',
    'text.resent',
    'sessions.ended',
    'refund.decided',
    'paper.read',
    'data.erased',
    ...portalCommands,
  ],
} as const satisfies Partial<Record<Service, readonly string[]>>;

export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

/** A service without actions of its own records the portal's commands. */
const actionsByService: Partial<Record<Service, readonly string[]>> = auditActions;

export const isAuditAction = (service: Service, action: string): boolean =>
  (actionsByService[service] ?? portalCommands).some((own) => own === action);
