import { randomUUID } from 'node:crypto';
import {
  AUDIT_ENTRIES,
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
import { type Connection, type Model, Schema } from 'mongoose';
import { invalid } from './errors.ts';
import { currentScope } from './scope.ts';
import type { User } from './user.ts';

const text = { type: String, required: true } as const;
const object = { type: Schema.Types.Mixed, required: true } as const;

const schema = new Schema<AuditEntry>(
  {
    _id: text,
    at: { type: Date, required: true },
    actor: object,
    action: text,
    subject: object,
    detail: object,
    why: String,
    requestId: String,
    block: { type: Number, required: true },
  },
  { collection: AUDIT_ENTRIES, versionKey: false, minimize: false },
)
  .index({ block: 1, at: 1 })
  .index({ 'subject.userId': 1, at: -1, _id: -1 })
  .index({ 'subject.applicationId': 1, at: -1 }, { sparse: true })
  .index({ at: -1, 'actor.id': 1 }, { partialFilterExpression: { 'actor.kind': 'operator' } });

export const getAuditEntries = (connection: Connection): Model<AuditEntry> =>
  connection.models.AuditEntry ?? connection.model<AuditEntry>('AuditEntry', schema);

/** Actions of the department whose reason the applicant reads. */
const reasonedActions: readonly AuditAction[] = ['case.revealed', 'case.listed', 'sessions.ended'];

/** Names no operator and no other service's user. */
const toRecord = ({ _id, at, action, actor, subject, why }: AuditEntry): AuditRecord => ({
  id: _id,
  at: at.toISOString(),
  action,
  actor: actor.kind,
  ...(subject.applicationId === undefined ? {} : { application_id: subject.applicationId }),
  ...(subject.orderId === undefined ? {} : { order_id: subject.orderId }),
  ...(reasonedActions.includes(action) && why !== undefined ? { why } : {}),
});

interface AuditPage {
  readonly userId: string;
  /** The last id of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
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

/** Newest first. @throws HttpProblem 400 when `before` is no entry that the filter finds */
export async function listAuditEntries(
  entries: Model<AuditEntry>,
  filter: object,
  { before, limit }: Pick<AuditPage, 'before' | 'limit'>,
): Promise<AuditEntry[]> {
  const last =
    before === undefined ? undefined : await entries.findOne({ ...filter, _id: before }).lean<AuditEntry>();
  if (last === null)
    throw invalid([{ field: 'before', message: 'This entry does not exist: start with the newest.' }]);
  const older = last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] };
  const query: object = { ...filter, ...older };
  return entries.find(query).sort({ at: -1, _id: -1 }).limit(limit).lean<AuditEntry[]>();
}

/** Appends to the service's audit log; `audit/` seals it, hands over its heads and verifies it. */
export class AuditLog {
  readonly #service: Service;
  readonly #entries: Model<AuditEntry>;

  constructor(service: Service, connection: Connection) {
    this.#service = service;
    this.#entries = getAuditEntries(connection);
  }

  /**
   * Joins the current transaction. A read is recorded before its answer is sent.
   * @throws when the store is down, or for an action that the service does not record
   */
  async record(...events: AuditEvent[]): Promise<void> {
    const unknown = events.find(({ action }) => !isAuditAction(this.#service, action));
    if (unknown) throw new Error(`${this.#service} does not record ${unknown.action}`);
    await this.#entries.insertMany(events.map(toEntry), { lean: true });
  }

  /** Newest first. @throws HttpProblem 400 when `before` is no entry about this user */
  async list({ userId, before, limit }: AuditPage): Promise<AuditRecord[]> {
    const page = await listAuditEntries(this.#entries, { 'subject.userId': userId }, { before, limit });
    return page.map(toRecord);
  }
}
