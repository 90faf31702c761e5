import { createHmac, createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createLog,
  createSealing,
  openBox,
  openPersonalData,
  type PersonalData,
  type Sealed,
  type SealingContext,
  sealBox,
} from '@archaka/service-kit';
import type { Db } from 'mongodb';
import type { Portal } from './launch-portal.ts';

type SealingService = 'auth' | 'application' | 'ticket';

/** Sealing and blind indexes of a service of the portal. */
export interface PortalSealing {
  readonly personal: PersonalData;
  /** Sealed by a key in the sealed form, in base64, and by the ring. */
  readonly sealAadhaarByKey: (aadhaar: string, key: string, context: SealingContext) => Sealed;
  /** @param key base64, from the sealed form */
  readonly openAadhaar: (sealed: Sealed, key: string, context: SealingContext) => string;
  /** Blind index of an Aadhaar, or of `mobile:` and a number. */
  readonly indexClaim: (value: string) => string;
  /** Blind index of `number:` and a number, or of `email:` and an address. */
  readonly indexAccount: (value: string) => string;
}

const AADHAAR_AAD = 'aadhaar';
const toAadhaarKey = (base64: string) => createSecretKey(Buffer.from(base64, 'base64'));

const computeIndex = (key: string) => (value: string) =>
  createHmac('sha256', key).update(value).digest('base64url');

/** Seals and opens rows with the keys of a service of that portal. */
export async function openPortalSealing(
  { dataDir }: Pick<Portal, 'dataDir'>,
  service: SealingService,
  database: Db,
): Promise<PortalSealing> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const ring = (JSON.parse(secrets.AADHAAR_KEYS) as { kid: string; key: string }[]).map(({ kid, key }) => ({
    kid,
    key: Buffer.from(key, 'base64'),
  }));
  const aadhaar = createSealing(ring);
  const personal = await openPersonalData(service, {
    // Only the collections are used.
    db: { connection: database as never },
    config: { MASTER_KEYS: [{ kid: '1', key: secrets[`${service.toUpperCase()}_MASTER_KEYS`] }] },
    log: createLog({ name: 'portal-sealing', level: 'silent' }),
  });
  return {
    personal,
    sealAadhaarByKey: (text, key, context) => {
      const inner = sealBox(toAadhaarKey(key), Buffer.from(text), AADHAAR_AAD);
      return aadhaar.seal(inner.toString('base64'), context);
    },
    openAadhaar: (sealed, key, context) => {
      const inner = Buffer.from(aadhaar.unseal(sealed, context), 'base64');
      return openBox(toAadhaarKey(key), inner, AADHAAR_AAD).toString();
    },
    indexClaim: computeIndex(secrets.AADHAAR_INDEX_KEY),
    indexAccount: computeIndex(secrets.ACCOUNT_INDEX_KEY),
  };
}
