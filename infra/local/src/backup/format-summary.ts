import { listCollections, type Manifest } from './files.ts';
import type { RestoreResult } from './restore-backup.ts';

const formatCount = (value: number) => value.toLocaleString('en-IN');
const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function formatExtent(collections: { documents: number; bytes: number }[]): string {
  const sum = (property: 'documents' | 'bytes') =>
    collections.reduce((total, each) => total + each[property], 0);
  return `${formatCount(sum('documents'))} documents, ${formatMegabytes(sum('bytes'))}`;
}

const formatServices = ({ databases }: Manifest): string[] =>
  databases.map(({ service, collections }) => `  svc-${service.padEnd(12)} ${formatExtent(collections)}`);

const formatTotals = (backup: Manifest, seconds: number) =>
  `${formatExtent(listCollections(backup))}, ${seconds.toFixed(1)} s.`;

/** Summary of a backup, with the operator's duties. */
export function formatBackupSummary(
  backup: Manifest,
  { folder, withKeys, seconds }: { folder: string; withKeys: boolean; seconds: number },
): string {
  return [
    `Backup in ${folder}, of the instant ${backup.at}: ${formatTotals(backup, seconds)}`,
    ...formatServices(backup),
    withKeys
      ? 'It contains the keys (secrets.json): anyone with this folder can read every Aadhaar number and sign tickets.'
      : 'It does not contain the keys: store secrets.json, or the variables with the keys, in another safe place. Without them nobody can read its personal data, papers and tickets.',
    'Its names, mobile numbers, papers and photos are sealed; after an erasure run forget-erased on it.',
  ].join('\n');
}

/** Summary of a restore, with the next steps. */
export function formatRestoreSummary(
  { backup, events }: RestoreResult,
  { seconds, ownBroker }: { seconds: number; ownBroker: boolean },
): string {
  const day = backup.at.slice(0, 10);
  return [
    `Restored to the instant ${backup.at}: ${formatTotals(backup, seconds)}`,
    ...formatServices(backup),
    `${formatCount(events)} events will be published again, since the broker may not have delivered them; repeated events have no effect.`,
    ...(ownBroker ? ['Before the services start, remove their queues from the broker at AMQP_URL.'] : []),
    `Next: start the portal and wait a minute, in which it polls Razorpay for open payments. Then npm run reconcile -- --from ${day} --to <today> lists payments after the backup that are missing here.`,
  ].join('\n');
}
