import type { AuditEntry } from '@archaka/contracts';
import { type Database, getAuditEntries, listAuditEntries } from '@archaka/service-kit';
import type { Model } from 'mongoose';

/** Half-open. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export interface ActivityFilter {
  readonly period?: Period | undefined;
  readonly staffId?: string | undefined;
  readonly applicationId?: string | undefined;
}

interface MemberActivity {
  readonly staffId: string;
  readonly searches: number;
  readonly cases: number;
  readonly papers: number;
  readonly reveals: number;
  readonly decisions: number;
  readonly exports: number;
  readonly ownNumbers: number;
  readonly atNight: number;
}

/** In hours of the day in India. */
const NIGHT = { from: 22, to: 6 };

const isAction = (action: string) => ({ $eq: ['$action', action] });
const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
const toQuery = ({ period, staffId, applicationId }: ActivityFilter): object => ({
  'actor.kind': 'operator',
  ...(period && { at: { $gte: period.from, $lt: period.to } }),
  ...(staffId && { 'actor.id': staffId }),
  ...(applicationId && { 'subject.applicationId': applicationId }),
});

/** Reads what the audit log has of the staff. */
export class ActivityRepository {
  readonly #entries: Model<AuditEntry>;

  constructor({ connection }: Database) {
    this.#entries = getAuditEntries(connection);
  }

  /** Newest first. @throws HttpProblem 400 when `before` is no entry of the filter */
  list(
    filter: ActivityFilter,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<AuditEntry[]> {
    return listAuditEntries(this.#entries, toQuery(filter), page);
  }

  summarise(period: Period): Promise<MemberActivity[]> {
    const hour = { $hour: { date: '$at', timezone: '+05:30' } };
    const isCase = { $in: ['$action', ['case.read', 'case.started']] };
    return this.#entries.aggregate<MemberActivity>([
      { $match: toQuery({ period }) },
      {
        $group: {
          _id: '$actor.id',
          searches: countIf(isAction('cases.searched')),
          opened: { $addToSet: { $cond: [isCase, '$subject.applicationId', null] } },
          papers: countIf(isAction('paper.read')),
          reveals: countIf(isAction('case.revealed')),
          decisions: countIf(isAction('case.decided')),
          exports: countIf({ $in: ['$action', ['cases.exported', 'contacts.exported']] }),
          ownNumbers: countIf(isAction('case.own-number')),
          atNight: countIf({ $or: [{ $gte: [hour, NIGHT.from] }, { $lt: [hour, NIGHT.to] }] }),
        },
      },
      {
        $set: {
          staffId: '$_id',
          cases: { $size: { $setDifference: ['$opened', [null]] } },
        },
      },
      { $unset: ['_id', 'opened'] },
      { $sort: { staffId: 1 } },
    ]);
  }
}
