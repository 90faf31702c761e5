import { type AuditEntry, findHeadCalls, mapAddressVariables, type Service } from '@archaka/contracts';
import {
  baseConfig,
  createServiceSigner,
  type Database,
  extractServiceArgument,
  runCommand,
} from '@archaka/service-kit';
import { type AuditOptions, auditCommandLine } from '@archaka/service-kit/operators';
import type * as z from 'zod';
import { type AuditModels, createAuditModels } from './audit-models.ts';
import { createBucketSource, createServiceSource, type HeadSource } from './head-sources.ts';
import { HeadBucket } from './heads.ts';
import { createAuditSignatureCheck } from './signatures.ts';
import { type AuditVerification, verifyAudit } from './verify-audit.ts';

const auditConfig = baseConfig.pick({
  MONGO_URL: true,
  SERVICE_KEY: true,
  SERVICE_JWKS: true,
  AUDIT_BUCKET_URL: true,
  ...mapAddressVariables(() => true as const),
});
type AuditConfig = z.output<typeof auditConfig>;

function printVerification(
  service: string,
  { entries, blocks, unsealed, deletedBlocks, faults }: AuditVerification,
  sources: readonly HeadSource[],
): void {
  const deleted = deletedBlocks > 0 ? `, ${deletedBlocks} blocks are deleted by retention` : '';
  const compared = ['its signatures', ...sources.map(({ name }) => `the heads at ${name}`)].join(', ');
  console.log(
    `${service}: ${entries} sealed entries in ${blocks} blocks, ${unsealed} not sealed yet${deleted}; compared with ${compared}.`,
  );
  for (const { text } of faults) console.log(`${service}: ${text}`);
  if (faults.length === 0) console.log(`${service}: nothing was changed, removed or added.`);
}

const formatEntry = (service: string, { at, actor, action, subject, detail, why }: AuditEntry): string =>
  [
    ...[at.toISOString(), service, action, `${actor.kind} ${actor.id}`],
    ...[...Object.entries(subject), ...Object.entries(detail)].map(([name, value]) => `${name}=${value}`),
    ...(why === undefined ? [] : [why === '' ? 'no reason given' : `because: ${why}`]),
  ].join('  ');

/** The time is first: the launcher sorts lines of several services. */
const toJson = (service: string, { at, action, actor, subject, detail, why }: AuditEntry): string =>
  JSON.stringify({ at, service, action, actor, subject, detail, why });

/** Oldest first. */
async function printEntries(
  service: string,
  { entries }: AuditModels,
  { subject, json }: Extract<AuditOptions, { action: 'show' }>,
): Promise<void> {
  const format = json ? toJson : formatEntry;
  const [[field = '', id] = []] = Object.entries(subject);
  const found = entries
    .find({ [`subject.${field}`]: id })
    .sort({ at: 1, _id: 1 })
    .lean<AuditEntry>()
    .cursor();
  for await (const entry of found) console.log(format(service, entry as unknown as AuditEntry));
}

interface VerifyContext {
  readonly db: Database;
  readonly config: AuditConfig;
  readonly json: boolean;
}

async function verify(service: Service, { db, config, json }: VerifyContext): Promise<number> {
  const name = `svc-${service}`;
  const { createServiceClient } = await import('@archaka/service-kit/pools');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  const calls = findHeadCalls(service);
  const { AUDIT_BUCKET_URL: address } = config;
  const sources = [
    createServiceSource(calls, services),
    ...(address ? [createBucketSource(name, new HeadBucket(address))] : []),
  ];
  try {
    const verification = await verifyAudit({
      models: createAuditModels(db.connection),
      service: name,
      checkSignature: createAuditSignatureCheck(name, config.SERVICE_JWKS),
      sources,
    });
    if (json) console.log(JSON.stringify({ service: name, ...verification }));
    else printVerification(name, verification, sources);
    return verification.faults.length === 0 ? 0 : 1;
  } finally {
    await services.close();
  }
}

const service = extractServiceArgument();

await runCommand({
  commandLine: auditCommandLine,
  service,
  config: auditConfig,
  permission: ({ action }) => `audit ${action}` as const,
  audit: {
    action: 'command.audit',
    describe: ({ options }) => ({
      detail: { what: options.action },
      ...(options.action === 'show' && { subject: options.subject }),
    }),
  },
  run: async ({ db, config, options }) => {
    if (options.action === 'verify') return verify(service, { db, config, json: options.json });
    await printEntries(`svc-${service}`, createAuditModels(db.connection), options);
    return 0;
  },
});
