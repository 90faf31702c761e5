import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditActor,
  type AuditDetail,
  type AuditEntry,
  type AuditRecord,
  type AuditSubject,
  type auditCalls,
  isAuditAction,
  type Service,
  UNSEALED,
} from '@archaka/contracts';
import type { Model } from 'mongoose';
import { invalid } from '../errors.ts';
import { type CallHandler, handleCall, ok } from '../http/call-handler.ts';
import type { Database } from '../persistence/database.ts';
import { currentScope } from '../scope.ts';
import type { User } from '../user.ts';
import { createAuditModels } from './audit-models.ts';

/** Names no operator and no other service's user. */
const toRecord = ({ _id, at, action, actor, subject }: AuditEntry): AuditRecord => ({
  id: _id,
  at: at.toISOString(),
  action,
  actor: actor.kind,
  ...(subject.applicationId === undefined ? {} : { application_id: subject.applicationId }),
  ...(subject.orderId === undefined ? {} : { order_id: subject.orderId }),
});

interface AuditPage {
  readonly userId: string;
  /** The last id of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

async function listEntries(
  entries: Model<AuditEntry>,
  { userId, before, limit }: AuditPage,
): Promise<AuditRecord[]> {
  const own = { 'subject.userId': userId };
  const last = before === undefined ? undefined : await entries.findOne({ ...own, _id: before }).lean();
  if (last === null)
    throw invalid([{ field: 'before', message: 'This entry does not exist: start with the newest.' }]);
  const older = last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] };
  const page = await entries
    .find({ ...own, ...older })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<AuditEntry[]>();
  return page.map(toRecord);
}

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

export const createAuditHandler = (
  call: (typeof auditCalls)[number],
  audit: Pick<AuditLog, 'list'>,
): CallHandler =>
  handleCall(call, {
    handle: async ({ body, user }) => ok({ data: await audit.list({ ...body, userId: user.id }) }),
  });
