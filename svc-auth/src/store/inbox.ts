import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';

interface Message {
  readonly number: string;
  readonly otp: string;
  readonly at: Date;
}
const messageSchema = new Schema<Message>(
  {
    number: { type: String, required: true, index: true },
    otp: { type: String, required: true },
    at: { type: Date, required: true, index: { expireAfterSeconds: 3600 } },
  },
  { versionKey: false },
).index({ at: -1, _id: -1 });

/** The dev inbox: messages of the last hour, in place of an SMS provider. */
export function inboxStore({ connection }: Database) {
  const messages = connection.model('InboxMessage', messageSchema);
  return {
    add: async (message: Message): Promise<void> => {
      await messages.create(message);
    },
    newestFirst: (number: string | undefined): Promise<Message[]> =>
      messages
        .find(number === undefined ? {} : { number }, { _id: 0 })
        .sort({ at: -1, _id: -1 })
        .limit(50)
        .lean(),
  };
}
export type InboxStore = ReturnType<typeof inboxStore>;
