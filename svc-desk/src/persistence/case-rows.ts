import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { CaseFacets, CaseScrutiny } from '../domain/case.ts';

/** The clerk who has the case open until `until`. */
export interface ClerkLease {
  readonly staff_id: string;
  readonly name: string;
  readonly until: Date;
}

/** An application as svc-desk lists it; without facets until it was read at svc-application for the first time. */
export interface CaseRow extends Partial<CaseFacets>, CaseScrutiny {
  /** The application id. */
  readonly _id: string;
  /** Once a seat is allotted. */
  readonly roll_number?: string;
  /** Of the result that is published. */
  readonly result_revision?: number;
  /** Of `NameIndex`. */
  readonly tokens?: readonly string[];
  /** Of the mobile number, by `NameIndex`. */
  readonly number_token?: string;
  readonly clerk?: ClerkLease;
  /** Who decided a look of this version. */
  readonly deciders?: readonly string[];
  /** Whether the first look of this version rejected it, so that the second one is a senior clerk's. */
  readonly is_rejected?: boolean;
  /** What an event said of the payment, until svc-application says so, too; at most an hour. */
  readonly expected?: { readonly isPaid: boolean; readonly at: Date };
  readonly due_at: Date | null;
}

/** With facets and mobile number. */
export type IndexedCase = CaseRow & CaseFacets & Required<Pick<CaseRow, 'number_token'>>;

/** All that the list of queues reads of the cases that wait. */
export const queueIndex = {
  waiting_since: 1,
  district_id: 1,
  exam_type: 1,
  scrutiny: 1,
  district_name: 1,
} as const;

const schema = new Schema(
  {
    _id: { type: String, required: true },
    user_id: String,
    examine_year: String,
    exam_type: Number,
    exam_regular: Number,
    district_id: Number,
    district_name: String,
    centre_district_id: Number,
    papers: { type: [String], default: undefined },
    amount: Number,
    payment_status: String,
    submitted_at: Date,
    version: Number,
    roll_number: String,
    result_revision: Number,
    revaluation_paid_at: Date,
    tokens: { type: [String], default: undefined },
    number_token: String,
    scrutiny: { type: String, required: true },
    look: { type: Number, required: true },
    waiting_since: Date,
    clerk: { type: Schema.Types.Mixed, default: undefined },
    deciders: { type: [String], default: undefined },
    is_rejected: Boolean,
    expected: { type: Schema.Types.Mixed, default: undefined },
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'cases', versionKey: false },
)
  .index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } })
  // With the facets, so that a common name reads only the rows that it lists.
  .index(
    { tokens: 1, submitted_at: -1, _id: -1, district_id: 1, exam_type: 1, payment_status: 1, scrutiny: 1 },
    { sparse: true },
  )
  .index({ user_id: 1 }, { sparse: true })
  .index({ roll_number: 1 }, { sparse: true })
  .index({ result_revision: -1 }, { sparse: true })
  .index(
    { revaluation_paid_at: 1, _id: 1 },
    { partialFilterExpression: { revaluation_paid_at: { $type: 'date' } } },
  )
  .index({ 'clerk.staff_id': 1 }, { sparse: true })
  .index({ submitted_at: -1, _id: -1 })
  .index({ district_id: 1, exam_type: 1, submitted_at: -1 })
  .index({
    examine_year: 1,
    district_id: 1,
    exam_type: 1,
    payment_status: 1,
    scrutiny: 1,
    submitted_at: 1,
    district_name: 1,
  })
  .index(queueIndex, { partialFilterExpression: { waiting_since: { $type: 'date' } } });

export const getCaseModel = ({ connection }: Pick<Database, 'connection'>): Model<CaseRow> =>
  connection.models.Case ?? connection.model<CaseRow>('Case', schema as unknown as Schema<CaseRow>);

/** Undefined: all. */
export type Districts = readonly number[] | undefined;

export const inDistricts = (districts: Districts) => districts && { district_id: { $in: [...districts] } };

export const inCentresOf = (districts: Districts) =>
  districts && { centre_district_id: { $in: [...districts] } };

export const isLeasedBy = ({ clerk }: Pick<CaseRow, 'clerk'>, staffId: string): boolean =>
  clerk?.staff_id === staffId;
