import type { CaseReason, ScrutinyVerdict } from '@archaka/contracts';
import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import { type Database, writeUnlessDuplicate } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { Look, LookDecision } from '../domain/scrutiny.ts';

const DECISIONS = 'decisions';

/** Never changed; a later one about the same version replaces it. */
export interface Decision {
  readonly id: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly examineYear: string;
  readonly districtId: number;
  readonly version: number;
  readonly look: Look;
  readonly verdict: ScrutinyVerdict;
  readonly reasons: readonly CaseReason[];
  /** For colleagues. */
  readonly note: string;
  readonly staffId: string;
  readonly at: Date;
  /** Of a correction, in India. */
  readonly lastDay?: string;
}

interface DecisionRow extends Pick<Decision, 'version' | 'look' | 'verdict' | 'at'> {
  readonly _id: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly staff_id: string;
  readonly examine_year: string;
  readonly district_id: number;
  readonly last_day?: string;
  /** Reasons and note, since what a clerk writes may name things of the person. */
  readonly sealed: PersonalValue;
}

const text = { type: String, required: true };
const schema = new Schema<DecisionRow>(
  {
    _id: text,
    application_id: text,
    user_id: { ...text, index: true },
    version: { type: Number, required: true },
    look: { type: Number, required: true },
    verdict: text,
    staff_id: text,
    examine_year: text,
    district_id: { type: Number, required: true },
    at: { type: Date, required: true },
    last_day: String,
    sealed: personalValueFields,
  },
  { collection: DECISIONS, versionKey: false },
)
  .index({ application_id: 1, version: 1, look: 1 }, { unique: true })
  .index({ examine_year: 1, district_id: 1, staff_id: 1, verdict: 1 });

export interface VerdictCount {
  readonly staff_id: string;
  readonly verdict: ScrutinyVerdict;
  readonly count: number;
}

const toPlace = (id: string) => ({ collection: DECISIONS, id, field: 'sealed' });

export class DecisionRepository {
  readonly #decisions: Model<DecisionRow>;
  readonly #personal: PersonalSealing;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#decisions = connection.model<DecisionRow>('Decision', schema);
    this.#personal = personal;
  }

  /** @returns false when this look of the version is decided already */
  async add({
    id,
    applicationId,
    userId,
    reasons,
    note,
    staffId,
    examineYear,
    districtId,
    lastDay,
    ...row
  }: Decision): Promise<boolean> {
    const sealed = await this.#personal.sealFields(userId, { reasons, note }, toPlace(id));
    return writeUnlessDuplicate(
      this.#decisions.insertMany([
        {
          ...row,
          _id: id,
          application_id: applicationId,
          user_id: userId,
          staff_id: staffId,
          examine_year: examineYear,
          district_id: districtId,
          ...(lastDay && { last_day: lastDay }),
          sealed,
        },
      ]),
    );
  }

  /** Newest first. */
  async list(applicationId: string): Promise<Decision[]> {
    const rows = await this.#decisions
      .find({ application_id: applicationId })
      .sort({ version: -1, look: -1 })
      .lean<DecisionRow[]>();
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  /** Without reasons and notes. */
  async listOfVersion(applicationId: string, version: number): Promise<LookDecision[]> {
    const rows = await this.#decisions
      .find({ application_id: applicationId, version })
      .sort({ look: -1 })
      .lean<DecisionRow[]>();
    return rows.map(({ look, verdict, staff_id: staffId }) => ({ look, verdict, staffId }));
  }

  countByClerk(examineYear: string, districts?: readonly number[]): Promise<VerdictCount[]> {
    return this.#decisions.aggregate<VerdictCount>([
      {
        $match: { examine_year: examineYear, ...(districts && { district_id: { $in: [...districts] } }) },
      },
      { $group: { _id: { staff_id: '$staff_id', verdict: '$verdict' }, count: { $sum: 1 } } },
      { $project: { _id: 0, staff_id: '$_id.staff_id', verdict: '$_id.verdict', count: 1 } },
    ]);
  }

  async removeByApplication(applicationId: string): Promise<void> {
    await this.#decisions.deleteMany({ application_id: applicationId });
  }

  async #open(row: DecisionRow): Promise<Decision> {
    const {
      _id: id,
      application_id,
      user_id,
      staff_id,
      examine_year,
      district_id,
      last_day,
      sealed,
      ...rest
    } = row;
    const opened = await this.#personal.openFields<Pick<Decision, 'reasons' | 'note'>>(sealed, toPlace(id));
    return {
      ...rest,
      ...opened,
      id,
      applicationId: application_id,
      userId: user_id,
      staffId: staff_id,
      examineYear: examine_year,
      districtId: district_id,
      ...(last_day && { lastDay: last_day }),
    };
  }
}
