import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

interface DevSms {
  readonly number: string;
  readonly otp?: string;
  /** A message about an application. */
  readonly text?: string;
  readonly at: Date;
}
const devSmsSchema = new Schema<DevSms>(
  {
    number: { type: String, required: true, index: true },
    otp: String,
    text: String,
    at: { type: Date, required: true, index: { expireAfterSeconds: 3600 } },
  },
  { versionKey: false },
).index({ at: -1, _id: -1 });

/** Messages of the last hour, in place of an SMS provider. */
export class DevSmsRepository {
  readonly #messages: Model<DevSms>;

  constructor({ connection }: Database) {
    this.#messages = connection.model<DevSms>('InboxMessage', devSmsSchema);
  }

  async add(message: Omit<DevSms, 'at'>): Promise<void> {
    await this.#messages.create({ ...message, at: new Date() });
  }

  listNewest(kind: 'otp' | 'text', number: string | undefined): Promise<DevSms[]> {
    return this.#messages
      .find({ [kind]: { $exists: true }, ...(number !== undefined && { number }) }, { _id: 0 })
      .sort({ at: -1, _id: -1 })
      .limit(50)
      .lean();
  }
}
