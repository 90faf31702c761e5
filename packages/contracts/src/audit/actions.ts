import type { Service } from '../services.ts';

/** Commands that concern the whole portal are recorded in every service. */
const portalCommands = [
  'command.audit',
  'command.backup',
  'command.restore',
  'command.retention',
  'command.rotate',
  'command.slice',
] as const;

/** What each service records, and nothing else. */
export const auditActions = {
  auth: [
    'account.requested',
    'session.started',
    'sign-in.failed',
    'sign-in.locked',
    'session.ended',
    'sessions.ended',
    'texts.changed',
    'operator.rejected',
    'operator.locked',
    'command.sessions',
    'command.operators',
    ...portalCommands,
  ],
  application: [
    'application.submitted',
    'application.edited',
    'application.read',
    'paper.read',
    ...portalCommands,
  ],
  payment: ['command.refunds', 'command.reconcile', ...portalCommands],
  ticket: [
    'ticket.downloaded',
    'preview.read',
    'ticket.verified',
    'command.hall-pack',
    'command.halls',
    ...portalCommands,
  ],
} as const satisfies Partial<Record<Service, readonly string[]>>;

export type AuditAction = (typeof auditActions)[keyof typeof auditActions][number];

/** A service without actions of its own records the portal's commands. */
const actionsByService: Partial<Record<Service, readonly string[]>> = auditActions;

export const isAuditAction = (service: Service, action: string): boolean =>
  (actionsByService[service] ?? portalCommands).some((own) => own === action);
