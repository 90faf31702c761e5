import type { Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

/** What the audit logs of the services record about an applicant. */
export const actionMessages: Readonly<Record<string, Word>> = {
  'account.requested': msg`Signed up`,
  'account.confirmed': msg`Details of the sign-up confirmed`,
  'session.started': msg`Signed in`,
  'sign-in.failed': msg`A wrong one-time password was entered`,
  'sign-in.locked': msg`A one-time password was entered wrongly too often`,
  'session.ended': msg`Signed out`,
  'sessions.ended': msg`Signed out everywhere`,
  'texts.changed': msg`Messages by SMS turned on or off`,
  'data.exported': msg`All data downloaded`,
  'account.corrected': msg`Account corrected`,
  'number.changed': msg`Mobile number changed`,
  'number.change-undone': msg`Change of the mobile number undone`,
  'erasure.requested': msg`Erasure asked for`,
  'data.erased': msg`Data erased`,
  'operator.rejected': msg`A member of the department was refused`,
  'operator.locked': msg`A member of the department was locked out`,
  'command.operators': msg`Members of the department changed`,
  'command.sessions': msg`Sessions looked at or ended`,
  'application.submitted': msg`Application submitted`,
  'application.edited': msg`Application changed`,
  'application.withdrawn': msg`Application withdrawn`,
  'application.read': msg`Whole application read`,
  'paper.read': msg`Paper or photo read`,
  'command.refunds': msg`Decided about a refund`,
  'command.reconcile': msg`Payments compared with the provider`,
  'ticket.downloaded': msg`Hall ticket downloaded`,
  'preview.read': msg`Hall ticket before the payment read`,
  'ticket.verified': msg`Hall ticket verified`,
  'command.hall-pack': msg`Papers for an examination hall printed`,
  'command.halls': msg`Seats allotted`,
  'command.audit': msg`Audit log checked`,
  'command.backup': msg`Backup made`,
  'command.restore': msg`Backup restored`,
  'command.retention': msg`Overdue data deleted`,
  'command.rotate': msg`Keys replaced`,
  'command.slice': msg`Part of the portal replaced`,
};

export const actorMessages: Readonly<Record<string, Word>> = {
  applicant: msg`You`,
  operator: msg`The department`,
  service: msg`The portal itself`,
  anonymous: msg`Somebody who was not signed in`,
};
