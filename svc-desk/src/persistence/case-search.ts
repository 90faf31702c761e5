import { type ApplicationRecord, MAX_MATCHES, type ScrutinyState } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import { type CaseRow, type Districts, getCaseModel, type IndexedCase, inDistricts } from './case-rows.ts';

export interface CaseFilter {
  readonly examine_year?: string | undefined;
  readonly district_id?: number | undefined;
  readonly exam_type?: number | undefined;
  readonly payment_status?: ApplicationRecord['payment_status'] | undefined;
  readonly scrutiny?: ScrutinyState | undefined;
  readonly districts?: Districts;
  readonly ids?: readonly string[] | undefined;
  /** All of them. */
  readonly tokens?: readonly string[] | undefined;
  readonly roll_number?: string | undefined;
}

interface Order {
  readonly field: 'submitted_at' | 'revaluation_paid_at';
  readonly direction: 1 | -1;
  /** Counts no further. */
  readonly maxTotal: number;
}
const newest: Order = { field: 'submitted_at', direction: -1, maxTotal: MAX_MATCHES };
const byPayment: Order = { field: 'revaluation_paid_at', direction: 1, maxTotal: 10_000 };

/** Of the last one of a page, which may have left the list since. */
interface Position {
  readonly id: string;
  readonly at: Date;
}

interface PageRequest {
  readonly after?: Position | undefined;
  readonly limit: number;
}

interface Page {
  readonly rows: IndexedCase[];
  /** Exact up to the order's limit. */
  readonly total: number;
}

export function toQuery({ districts, district_id, ids, tokens, ...facets }: CaseFilter): object {
  const given = Object.entries(facets).filter(([, value]) => value !== undefined);
  return {
    // Rows that were not read yet have no facets.
    submitted_at: { $type: 'date' },
    ...Object.fromEntries(given),
    $and: [district_id === undefined ? {} : { district_id }, inDistricts(districts) ?? {}],
    ...(ids && { _id: { $in: [...ids] } }),
    ...(tokens && { tokens: { $all: [...tokens] } }),
  };
}

function isBeyond({ field, direction }: Order, { id, at }: Position): object {
  const operator = direction === 1 ? '$gt' : '$lt';
  return { $or: [{ [field]: { [operator]: at } }, { [field]: at, _id: { [operator]: id } }] };
}

/** Lists of cases. */
export class CaseSearch {
  readonly #cases: Model<CaseRow>;

  constructor(db: Database) {
    this.#cases = getCaseModel(db);
  }

  /** Newest first. */
  async search(
    filter: CaseFilter,
    { after: id, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Page> {
    const last = id === undefined ? null : await this.#cases.findById(id).lean<CaseRow>();
    const after = last?.submitted_at && { id: last._id, at: last.submitted_at };
    return this.#list(toQuery(filter), newest, { after, limit });
  }

  /** Those whose revaluation waits, in the order of their payments. */
  listRevaluations(districts: Districts, page: PageRequest): Promise<Page> {
    const query = { revaluation_paid_at: { $type: 'date' }, ...inDistricts(districts) };
    return this.#list(query, byPayment, page);
  }

  /** Newest first. */
  stream(filter: CaseFilter): AsyncIterable<IndexedCase> {
    return this.#cases
      .find(toQuery(filter))
      .sort({ submitted_at: -1, _id: -1 })
      .lean<IndexedCase[]>()
      .cursor({ batchSize: 500 }) as unknown as AsyncIterable<IndexedCase>;
  }

  /** @param limit counts no further */
  count(filter: CaseFilter, limit?: number): Promise<number> {
    return this.#cases.countDocuments(toQuery(filter), limit === undefined ? {} : { limit });
  }

  async #list(query: object, order: Order, { after, limit }: PageRequest): Promise<Page> {
    const { field, direction, maxTotal } = order;
    const [rows, total] = await Promise.all([
      this.#cases
        .find(after ? { $and: [query, isBeyond(order, after)] } : query)
        .sort({ [field]: direction, _id: direction })
        .limit(limit)
        .lean<IndexedCase[]>(),
      this.#cases.countDocuments(query, { limit: maxTotal }),
    ]);
    return { rows, total };
  }
}
