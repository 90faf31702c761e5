import type { AuditEntry, AuditRecord } from '@archaka/contracts';
import type { Model } from 'mongoose';
import { invalid } from '../errors.ts';

/** Names no operator and no other service's user. */
const toRecord = ({ _id, at, action, actor, subject }: AuditEntry): AuditRecord => ({
  id: _id,
  at: at.toISOString(),
  action,
  actor: actor.kind,
  ...(subject.applicationId === undefined ? {} : { application_id: subject.applicationId }),
  ...(subject.orderId === undefined ? {} : { order_id: subject.orderId }),
});

export interface AuditPage {
  readonly userId: string;
  /** The last id of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listEntries(
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
