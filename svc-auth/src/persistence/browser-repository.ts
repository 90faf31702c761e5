import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { hashOpaqueId } from '../domain/opaque-id.ts';

/** Days after the last sign-in; the lifetime of the cookie. */
export const BROWSER_DAYS = 400;

interface KnownBrowser {
  readonly _id: string;
  readonly browser: string;
  readonly account_id: string;
  readonly expires_at: Date;
}
const text = { type: String, required: true };
const browserSchema = new Schema<KnownBrowser>(
  {
    _id: text,
    browser: { ...text, index: true },
    account_id: { ...text, index: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** Stores only hashes. */
export interface BrowserRepository {
  /** Rate limit key of browser and number; undefined when it never signed in to the number. */
  readonly find: (browserId: string, number: string) => Promise<string | undefined>;
  readonly isIssued: (browserId: string) => Promise<boolean>;
  readonly remember: (browserId: string, owner: { number: string; account_id: string }) => Promise<void>;
  readonly removeAccount: (accountId: string) => Promise<void>;
}

export function createBrowserRepository({ connection }: Database): BrowserRepository {
  const browsers = connection.model('KnownBrowser', browserSchema);
  const toBrowserKey = (browserId: string, number: string) => hashOpaqueId(`${browserId}\n${number}`);
  return {
    async find(browserId, number) {
      const _id = toBrowserKey(browserId, number);
      const known = await browsers.exists({ _id, expires_at: { $gt: new Date() } });
      return known ? _id : undefined;
    },

    isIssued: async (browserId) => (await browsers.exists({ browser: hashOpaqueId(browserId) })) !== null,

    async removeAccount(accountId) {
      await browsers.deleteMany({ account_id: accountId });
    },

    async remember(browserId, { number, account_id }) {
      const expires_at = new Date(Date.now() + BROWSER_DAYS * 24 * 3_600_000);
      await browsers.updateOne(
        { _id: toBrowserKey(browserId, number) },
        { $set: { browser: hashOpaqueId(browserId), account_id, expires_at } },
        { upsert: true },
      );
    },
  };
}
