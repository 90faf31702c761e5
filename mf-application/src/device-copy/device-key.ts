import { getDeviceKey, pathOf } from '@archaka/contracts';
import { portalFetch } from '@archaka/platform';

/** The form does not wait longer for what was kept. */
const PATIENCE_MS = 8000;

type Answer = { data?: readonly { key: string }[] };

/** Not by way of the store, where it would stay to be read; the imported key cannot be written down again. */
async function askKey(): Promise<CryptoKey | undefined> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const { data } = await portalFetch(pathOf(getDeviceKey), post, { asksToSignIn: false });
  const [given] = ((await data?.json()) as Answer | undefined)?.data ?? [];
  if (!given) return undefined;
  const bytes = Uint8Array.from(atob(given.key), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** The signed-in applicant's key, asked for once and again only where it did not come; good without the session then. */
export function deviceKey(): () => Promise<CryptoKey | undefined> {
  let asked: Promise<CryptoKey | undefined> | undefined;
  return async () => {
    asked ??= askKey().catch(() => undefined);
    const key = await asked;
    if (!key) asked = undefined;
    return key;
  };
}
