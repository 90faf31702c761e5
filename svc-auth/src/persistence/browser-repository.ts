import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { hashOpaqueId } from '../domain/session.ts';

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

const toBrowserKey = (browserId: string, number: string) => hashOpaqueId(`${browserId}\n${number}`);

/** Stores only hashes. */
export class BrowserRepository {
  readonly #browsers: Model<KnownBrowser>;

  constructor({ connection }: Database) {
    this.#browsers = connection.model<KnownBrowser>('KnownBrowser', browserSchema);
  }

  /** Rate limit key of browser and number; undefined when it never signed in to the number. */
  async find(browserId: string, number: string): Promise<string | undefined> {
    const _id = toBrowserKey(browserId, number);
    const known = await this.#browsers.exists({ _id, expires_at: { $gt: new Date() } });
    return known ? _id : undefined;
  }

  async isIssued(browserId: string): Promise<boolean> {
    return (await this.#browsers.exists({ browser: hashOpaqueId(browserId) })) !== null;
  }

  async remember(browserId: string, { number, account_id }: { number: string; account_id: string }) {
    const expires_at = new Date(Date.now() + BROWSER_DAYS * 24 * 3_600_000);
    await this.#browsers.updateOne(
      { _id: toBrowserKey(browserId, number) },
      { $set: { browser: hashOpaqueId(browserId), account_id, expires_at } },
      { upsert: true },
    );
  }

  async removeAccount(account_id: string): Promise<void> {
    await this.#browsers.deleteMany({ account_id });
  }
}
