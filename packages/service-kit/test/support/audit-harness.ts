import { generateKeyPairSync } from 'node:crypto';
import type { AuditEntry } from '@archaka/contracts';
import { isolateDatabases, startProxy, toDirectUrl } from '@archaka/test-kit';
import { type AuditEvent, createAuditLog } from '../../src/audit/audit-log.ts';
import { type AuditBlock, createAuditModels, getStoredRows } from '../../src/audit/audit-models.ts';
import { sealEntries, signHead } from '../../src/audit/seal-entries.ts';
import { createAuditSignatureCheck, createAuditSigner } from '../../src/audit/signatures.ts';
import { verifyAudit } from '../../src/audit/verify-audit.ts';
import type { PrivateJwk, PublicJwk } from '../../src/config.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { log } from './test-database.ts';

export const SERVICE = 'svc-application';

export function createSigningKey(kid = SERVICE) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid } as PrivateJwk;
  const { d: _secret, ...publicKey } = key;
  return { key, publicKey };
}

interface VerifyOptions {
  readonly keys?: readonly PublicJwk[];
  readonly archiveFolder?: string;
}

/** The audit log of a service on a separate database; the test calls sealing and signing. */
export async function openAudit({ key, publicKey } = createSigningKey()) {
  const { mongoUrl, drop } = isolateDatabases();
  const store = await startProxy(toDirectUrl(mongoUrl));
  const db = await openDatabase({ url: store.url, service: 'kit', log });
  const models = createAuditModels(db.connection);
  await db.prepareModels();
  const auditLog = createAuditLog('application', models.entries);
  const signing = { models, service: SERVICE, sign: createAuditSigner(key), log };
  const record = (userId: string, event: Partial<AuditEvent> = {}) =>
    auditLog.record({ action: 'paper.read', actor: { kind: 'applicant', id: userId }, ...event });
  const seal = async () => {
    await sealEntries(models);
    await signHead(signing);
  };
  const { entries, blocks } = getStoredRows(models);

  return {
    store,
    db,
    models,
    entries,
    blocks,
    auditLog,
    signing,
    record,
    seal,
    /** A block of one entry for each name. */
    async fill(...userIds: string[]): Promise<void> {
      for (const userId of userIds) {
        await record(userId);
        await seal();
      }
    },
    findEntry: (userId: string) => entries.findOne({ 'actor.id': userId }) as Promise<AuditEntry>,
    listBlocks: (): Promise<AuditBlock[]> => blocks.find().sort({ _id: 1 }).toArray(),
    verify: ({ keys = [publicKey], archiveFolder }: VerifyOptions = {}) =>
      verifyAudit({
        models,
        service: SERVICE,
        checkSignature: createAuditSignatureCheck(SERVICE, { keys }),
        archiveFolder,
      }),
    async close() {
      await db.close();
      await store.close();
      await drop();
    },
  };
}

export type TestAudit = Awaited<ReturnType<typeof openAudit>>;
