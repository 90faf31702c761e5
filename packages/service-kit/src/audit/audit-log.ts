import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditActor,
  type AuditDetail,
  type AuditEntry,
  type AuditRecord,
  type AuditSubject,
  isAuditAction,
  type Service,
  UNSEALED,
} from '@archaka/contracts';
import type { Model } from 'mongoose';
import type { Database } from '../persistence/database.ts';
import { currentScope } from '../scope.ts';
import type { User } from '../user.ts';
import { createAuditModels } from './audit-models.ts';
import { type AuditPage, listEntries } from './list-entries.ts';

export interface AuditEvent {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** An acting applicant is a subject without being named. */
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
  /** An operator's reason. */
  readonly why?: string;
}

export interface AuditLog {
  /**
   * Joins the current transaction. A read is recorded before its answer is sent.
   * @throws when the store is down, or for an action that the service does not record
   */
  record(event: AuditEvent): Promise<void>;
  /** Newest first. @throws HttpProblem 400 when `before` is no entry about this user */
  list(page: AuditPage): Promise<AuditRecord[]>;
}

/** An unidentified actor. */
export const anonymousActor: AuditActor = { kind: 'anonymous', id: '' };

export const toApplicant = ({ id }: Pick<User, 'id'>): AuditActor => ({ kind: 'applicant', id });

const toSubject = ({ kind, id }: AuditActor, subject: AuditSubject): AuditSubject =>
  kind === 'applicant' ? { userId: id, ...subject } : subject;

function toEntry({ action, actor, subject = {}, detail = {}, why }: AuditEvent): AuditEntry {
  const requestId = currentScope()?.requestId;
  return {
    _id: randomUUID(),
    at: new Date(),
    actor,
    action,
    subject: toSubject(actor, subject),
    detail,
    ...(why === undefined ? {} : { why }),
    ...(requestId === undefined ? {} : { requestId }),
    block: UNSEALED,
  };
}

export const createAuditLog = (service: Service, entries: Model<AuditEntry>): AuditLog => ({
  async record(event) {
    if (!isAuditAction(service, event.action)) throw new Error(`${service} does not record ${event.action}`);
    await entries.insertMany([toEntry(event)], { lean: true });
  },
  list: (page) => listEntries(entries, page),
});

/** For a command, which runs beside the service. */
export const createCommandAuditLog = (
  service: Service,
  { connection }: Pick<Database, 'connection'>,
): AuditLog => createAuditLog(service, createAuditModels(connection).entries);
