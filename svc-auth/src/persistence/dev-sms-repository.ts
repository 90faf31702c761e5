import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';

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
export interface DevSmsRepository {
  readonly add: (devSms: DevSms) => Promise<void>;
  readonly listNewest: (kind: 'otp' | 'text', number: string | undefined) => Promise<DevSms[]>;
}

export function createDevSmsRepository({ connection }: Database): DevSmsRepository {
  const messages = connection.model('InboxMessage', devSmsSchema);
  return {
    add: async (devSms) => {
      await messages.create(devSms);
    },
    listNewest: (kind, number) =>
      messages
        .find({ [kind]: { $exists: true }, ...(number !== undefined && { number }) }, { _id: 0 })
        .sort({ at: -1, _id: -1 })
        .limit(50)
        .lean(),
  };
}
