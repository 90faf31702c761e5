import { randomUUID } from 'node:crypto';
import type { RemainingData, Service } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** Days that the receipt shows a completed erasure. */
export const ERASURE_SHOWN_DAYS = 90;

interface Report {
  readonly at: Date;
  readonly remaining: readonly RemainingData[];
}

export interface Erasure {
  /** The account's id. */
  readonly _id: string;
  readonly receipt: string;
  readonly requested_at: Date;
  readonly reports: Readonly<Partial<Record<Service, Report>>>;
  /** Absent until the account is deleted. */
  readonly done_at?: Date;
  readonly expires_at?: Date;
}

const schema = new Schema<Erasure>(
  {
    _id: { type: String, required: true },
    receipt: { type: String, required: true, unique: true },
    requested_at: { type: Date, required: true },
    reports: { type: Schema.Types.Mixed, default: {} },
    done_at: Date,
    expires_at: { type: Date, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false, minimize: false },
);

export class ErasureRepository {
  readonly #erasures: Model<Erasure>;

  constructor({ connection }: Database) {
    this.#erasures = connection.model<Erasure>('Erasure', schema);
  }

  async find(accountId: string): Promise<Erasure | undefined> {
    return (await this.#erasures.findById(accountId).lean()) ?? undefined;
  }

  async findByReceipt(receipt: string): Promise<Erasure | undefined> {
    return (await this.#erasures.findOne({ receipt }).lean()) ?? undefined;
  }

  /** Call in a transaction. Returns the stored request, and whether it is new. */
  async request(accountId: string): Promise<{ erasure: Erasure; isNew: boolean }> {
    const stored = await this.find(accountId);
    if (stored) return { erasure: stored, isNew: false };
    const erasure = { _id: accountId, receipt: randomUUID(), requested_at: new Date(), reports: {} };
    await this.#erasures.insertMany([erasure], { lean: true });
    return { erasure, isNew: true };
  }

  /** A later report replaces an earlier one. Returns the request; undefined when it is deleted already. */
  async recordReport(accountId: string, service: Service, report: Report) {
    const field = `reports.${service}`;
    const isEarlier = { $or: [{ [field]: null }, { [`${field}.at`]: { $lt: report.at } }] };
    await this.#erasures.updateOne({ _id: accountId, ...isEarlier }, { $set: { [field]: report } });
    return this.find(accountId);
  }

  async markDone(accountId: string): Promise<void> {
    const done_at = new Date();
    const expires_at = new Date(done_at.getTime() + ERASURE_SHOWN_DAYS * 24 * 3_600_000);
    await this.#erasures.updateOne({ _id: accountId }, { $set: { done_at, expires_at } });
  }
}
