import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog, openPersonalData, type PersonalData } from '@archaka/service-kit';
import type { Db } from 'mongodb';
import type { Portal } from './launch-portal.ts';

type SealingService = 'auth' | 'application' | 'ticket';

/** Sealing and blind indexes of a service of the portal. */
export interface PortalSealing {
  readonly personal: PersonalData;
  /** Blind index of an Aadhaar, or of `mobile:` and a number. */
  readonly indexClaim: (value: string) => string;
  /** Blind index of `number:` and a number, or of `email:` and an address. */
  readonly indexAccount: (value: string) => string;
}

const computeIndex = (key: string) => (value: string) =>
  createHmac('sha256', key).update(value).digest('base64url');

/** Seals and opens rows with the keys of a service of that portal. */
export async function openPortalSealing(
  { dataDir }: Pick<Portal, 'dataDir'>,
  service: SealingService,
  database: Db,
): Promise<PortalSealing> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const personal = await openPersonalData(service, {
    // Only the collections are used.
    db: { connection: database as never },
    config: { MASTER_KEYS: [{ kid: '1', key: secrets[`${service.toUpperCase()}_MASTER_KEYS`] }] },
    log: createLog({ name: 'portal-sealing', level: 'silent' }),
  });
  return {
    personal,
    indexClaim: computeIndex(secrets.AADHAAR_INDEX_KEY),
    indexAccount: computeIndex(secrets.ACCOUNT_INDEX_KEY),
  };
}
