/**
 * `npm run audit -- verify [--archives <folder>]`, `show --application <id>|--user <id>`, or `archive --out <folder>`.
 * Exit code 0: done, 1: verify found a fault, 2: failure.
 */
import { parseArgs } from 'node:util';
import type { AuditEntry, Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import { baseConfig } from '../config.ts';
import { runCommand } from '../run-command.ts';
import { archiveAudit, ONLINE_DAYS } from './archive-audit.ts';
import { type AuditArchive, type AuditModels, createAuditModels } from './audit-models.ts';
import { createAuditSignatureCheck, createAuditSigner } from './signatures.ts';
import { type AuditVerification, verifyAudit } from './verify-audit.ts';

const USAGE =
  'Usage: verify [--archives <folder>] | show --application <application id> | show --user <user id> | archive --out <folder>.';

type AuditCommand =
  | { readonly action: 'verify'; readonly archiveFolder?: string }
  | { readonly action: 'archive'; readonly out: string }
  | { readonly action: 'show'; readonly subject: { applicationId: string } | { userId: string } };

function parseArguments(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { application: text, user: text, out: text, archives: text },
    });
  } catch {
    throw new CommandError(USAGE);
  }
}

function parseOptions(args: string[]): AuditCommand {
  const { positionals, values } = parseArguments(args);
  const { application, user, out, archives } = values;
  const command = [...positionals, ...Object.keys(values).toSorted()].join(' ');
  if (command === 'verify') return { action: 'verify' };
  if (command === 'verify archives' && archives) return { action: 'verify', archiveFolder: archives };
  if (command === 'archive out' && out) return { action: 'archive', out };
  if (command === 'show application' && application)
    return { action: 'show', subject: { applicationId: application } };
  if (command === 'show user' && user) return { action: 'show', subject: { userId: user } };
  throw new CommandError(USAGE);
}

function printVerification(
  service: string,
  { entries, blocks, unsealed, heads, archivedBlocks, faults }: AuditVerification,
): void {
  const archived = archivedBlocks > 0 ? `, ${archivedBlocks} blocks are archived` : '';
  console.log(
    `${service}: ${entries} sealed entries in ${blocks} blocks, ${unsealed} not sealed yet, ${heads} signed days${archived}.`,
  );
  for (const text of faults.values()) console.log(`${service}: ${text}`);
  if (faults.size === 0) console.log(`${service}: nothing was changed, removed or added.`);
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
    .sort({ at: 1 })
    .lean<AuditEntry>()
    .cursor();
  for await (const entry of found) console.log(formatEntry(service, entry as unknown as AuditEntry));
}

function printArchives(service: string, archives: readonly AuditArchive[]): void {
  for (const { _id, first, last, entries } of archives)
    console.log(`${service}: ${_id}, blocks ${first} to ${last} with ${entries} entries.`);
  if (archives.length === 0) console.log(`${service}: nothing is older than ${ONLINE_DAYS} days.`);
}

export const runAuditCommand = (service: Service): Promise<void> =>
  runCommand({
    name: 'audit',
    service,
    config: baseConfig.pick({ MONGO_URL: true, SERVICE_KEY: true, SERVICE_JWKS: true }),
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
      const models = createAuditModels(db.connection);
      const name = `svc-${service}`;
      if (options.action === 'show') {
        await printEntries(name, models, options.subject);
        return 0;
      }
      if (options.action === 'archive') {
        const sign = createAuditSigner(config.SERVICE_KEY);
        const { out } = options;
        printArchives(name, await archiveAudit({ models, service: name, sign, out, now: new Date() }));
        return 0;
      }
      const checkSignature = createAuditSignatureCheck(name, config.SERVICE_JWKS);
      const { archiveFolder } = options;
      const verification = await verifyAudit({ models, service: name, checkSignature, archiveFolder });
      printVerification(name, verification);
      return verification.faults.size === 0 ? 0 : 1;
    },
  });
