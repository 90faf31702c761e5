/**
 * `npm run audit -- verify`, or `show --application <id>|--user <id>`.
 * Exit code 0: done, 1: verify found a fault, 2: failure.
 */
import { parseArgs } from 'node:util';
import { type AuditEntry, findHeadCalls, mapAddressVariables, type Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type * as z from 'zod';
import { createServiceSigner } from '../auth/service-tokens.ts';
import { baseConfig } from '../config.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import { type AuditModels, createAuditModels } from './audit-models.ts';
import { HeadBucket } from './head-bucket.ts';
import { createBucketSource, createServiceSource, type HeadSource } from './head-sources.ts';
import { createAuditSignatureCheck } from './signatures.ts';
import { type AuditVerification, verifyAudit } from './verify-audit.ts';

const USAGE = 'Usage: verify | show --application <application id> | show --user <user id>.';

const auditConfig = baseConfig.pick({
  MONGO_URL: true,
  SERVICE_KEY: true,
  SERVICE_JWKS: true,
  AUDIT_BUCKET_URL: true,
  ...mapAddressVariables(() => true as const),
});
type AuditConfig = z.output<typeof auditConfig>;

type AuditCommand =
  | { readonly action: 'verify' }
  | { readonly action: 'show'; readonly subject: { applicationId: string } | { userId: string } };

function parseArguments(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { application: text, user: text },
    });
  } catch {
    throw new CommandError(USAGE);
  }
}

function parseOptions(args: string[]): AuditCommand {
  const { positionals, values } = parseArguments(args);
  const { application, user } = values;
  const command = [...positionals, ...Object.keys(values).toSorted()].join(' ');
  if (command === 'verify') return { action: 'verify' };
  if (command === 'show application' && application)
    return { action: 'show', subject: { applicationId: application } };
  if (command === 'show user' && user) return { action: 'show', subject: { userId: user } };
  throw new CommandError(USAGE);
}

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

/** Oldest first. */
async function printEntries(
  service: string,
  { entries }: AuditModels,
  subject: { applicationId: string } | { userId: string },
): Promise<void> {
  const [[field = '', id] = []] = Object.entries(subject);
  const found = entries
    .find({ [`subject.${field}`]: id })
    .sort({ at: 1, _id: 1 })
    .lean<AuditEntry>()
    .cursor();
  for await (const entry of found) console.log(formatEntry(service, entry as unknown as AuditEntry));
}

async function verify(service: Service, db: Database, config: AuditConfig): Promise<number> {
  const name = `svc-${service}`;
  const { createServiceClient } = await import('../service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  const calls = findHeadCalls(service);
  const { AUDIT_BUCKET_URL: address } = config;
  const sources = [
    ...(calls ? [createServiceSource(calls, services)] : []),
    ...(address ? [createBucketSource(name, new HeadBucket(address))] : []),
  ];
  try {
    const verification = await verifyAudit({
      models: createAuditModels(db.connection),
      service: name,
      checkSignature: createAuditSignatureCheck(name, config.SERVICE_JWKS),
      sources,
    });
    printVerification(name, verification, sources);
    return verification.faults.length === 0 ? 0 : 1;
  } finally {
    await services.close();
  }
}

export const runAuditCommand = (service: Service): Promise<void> =>
  runCommand({
    name: 'audit',
    service,
    config: auditConfig,
    parseOptions,
    permission: ({ action }) => `audit ${action}` as const,
    audit: {
      action: 'command.audit',
      describe: ({ options }) => ({
        detail: { what: options.action },
        ...(options.action === 'show' && { subject: options.subject }),
      }),
    },
    run: async ({ db, config, options }) => {
      if (options.action === 'verify') return verify(service, db, config);
      await printEntries(`svc-${service}`, createAuditModels(db.connection), options.subject);
      return 0;
    },
  });
