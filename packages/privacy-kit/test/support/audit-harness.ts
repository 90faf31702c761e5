import { generateKeyPairSync } from 'node:crypto';
import { type AuditEntry, findHeadCalls } from '@archaka/contracts';
import {
  type AuditEvent,
  AuditLog,
  openDatabase,
  type PrivateJwk,
  type PublicJwk,
  type ServiceClient,
} from '@archaka/service-kit';
import { isolateDatabases, startProxy, toDirectUrl } from '@archaka/test-kit';
import {
  type AuditBlock,
  type AuditModels,
  createAuditModels,
  getStoredRows,
} from '../../src/audit/audit-models.ts';
import { createBucketSource, createServiceSource, type HeadSource } from '../../src/audit/head-sources.ts';
import { ForeignHeads, type HeadBucket, HeadHandOver } from '../../src/audit/heads.ts';
import { sealEntries } from '../../src/audit/seal-entries.ts';
import { createAuditSignatureCheck, createAuditSigner } from '../../src/audit/signatures.ts';
import { verifyAudit } from '../../src/audit/verify-audit.ts';
import { log } from './test-database.ts';

export const SERVICE = 'svc-application';

export function createSigningKey(kid = SERVICE) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid } as PrivateJwk;
  const { d: _secret, ...publicKey } = key;
  return { key, publicKey };
}

const calls = findHeadCalls('application');

/** svc-payment with a database of its own, called without the network. */
async function openReceiver(url: string, publicKey: PublicJwk) {
  const db = await openDatabase({ url, service: 'receiver', log });
  const models: AuditModels = createAuditModels(db.connection);
  await db.prepareModels();
  const heads = new ForeignHeads({
    models,
    createSignatureCheck: (owner) => createAuditSignatureCheck(owner, { keys: [publicKey] }),
    log,
  });
  const call = async ({ name }: { name: string }, body: Record<string, never>) => {
    if (name !== calls.store.name)
      return { status: 200, data: await heads.list(SERVICE, Number(body.after)) };
    const { sealed_at, ...head } = body as Record<string, never>;
    const isStored = await heads.store(SERVICE, { ...head, sealedAt: new Date(String(sealed_at)) } as never);
    return { status: 200, data: [{ is_stored: isStored, last: await heads.findLast(SERVICE) }] };
  };
  const services = { call } as unknown as Pick<ServiceClient, 'call'>;
  return { db, heads, rows: models.foreignHeads, services };
}

interface VerifyOptions {
  readonly keys?: readonly PublicJwk[];
  readonly sources?: readonly HeadSource[];
}

/** The audit log of a service on a separate database; the test calls sealing and the hand-over. */
export async function openAudit({ key, publicKey } = createSigningKey()) {
  const { mongoUrl, drop } = isolateDatabases();
  const store = await startProxy(toDirectUrl(mongoUrl));
  const db = await openDatabase({ url: store.url, service: 'application', log });
  const models = createAuditModels(db.connection);
  await db.prepareModels();
  const receiver = await openReceiver(mongoUrl, publicKey);
  const auditLog = new AuditLog('application', db.connection);
  const sealing = { models, service: SERVICE, sign: createAuditSigner(key) };
  const record = (userId: string, event: Partial<AuditEvent> = {}) =>
    auditLog.record({ action: 'paper.read', actor: { kind: 'applicant', id: userId }, ...event });
  const seal = () => sealEntries(sealing);
  const errors: string[] = [];
  const handOverLog = { info: () => undefined, error: (_data: object, text: string) => errors.push(text) };
  /** Of a service that has just started. */
  const handOver = (bucket?: HeadBucket) =>
    new HeadHandOver({
      models,
      service: SERVICE,
      calls,
      services: receiver.services,
      bucket,
      log: handOverLog as never,
    }).run();
  const { entries, blocks } = getStoredRows(models);
  const ownSources = [createServiceSource(calls, receiver.services)];
  const toBucketSource = (bucket: HeadBucket) => createBucketSource(SERVICE, bucket);

  return {
    store,
    mongoUrl,
    db,
    models,
    entries,
    blocks,
    receiver,
    auditLog,
    sealing,
    errors,
    record,
    seal,
    handOver,
    toBucketSource,
    /** A block of one entry for each name. */
    async fill(...userIds: string[]): Promise<void> {
      for (const userId of userIds) {
        await record(userId);
        await seal();
      }
    },
    findEntry: (userId: string) => entries.findOne({ 'actor.id': userId }) as Promise<AuditEntry>,
    listBlocks: (): Promise<AuditBlock[]> => blocks.find().sort({ _id: 1 }).toArray(),
    verify: ({ keys = [publicKey], sources = ownSources }: VerifyOptions = {}) =>
      verifyAudit({
        models,
        service: SERVICE,
        checkSignature: createAuditSignatureCheck(SERVICE, { keys }),
        sources,
      }),
    async close() {
      await db.close();
      await receiver.db.close();
      await store.close();
      await drop();
    },
  };
}

export type TestAudit = Awaited<ReturnType<typeof openAudit>>;
