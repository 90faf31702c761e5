import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertAfter, nextOffset, type Registration } from './registration.ts';

const production = 'infra/k8s/overlays/production';
const testCluster: Registration = {
  file: 'infra/k8s/test-cluster/trial/kustomization.yaml',
  add: (text, { folder }) =>
    insertAfter(text, /\nimages:\n/, `  - { name: archaka/${folder}, newTag: under-test }\n`),
};

/** A remote's job in the trial; in production its team publishes it. */
export const kubernetesRemote: Registration[] = [
  {
    file: 'infra/k8s/overlays/trial/remotes.yaml',
    add: (text, { folder }) =>
      insertAfter(
        text,
        /^(#.*\n)*/,
        `${findDocument(text, 'mf-history').replaceAll('mf-history', folder)}---\n`,
      ),
  },
  testCluster,
];

/** A service's resources, its address, its user of MongoDB and its secrets. */
export const kubernetesService = (root: string): Registration[] => [
  {
    file: 'infra/k8s/base/kustomization.yaml',
    add: (text, { folder }) => insertAfter(text, /\n( {2}- svc-[a-z]+\.yaml\n)+/, `  - ${folder}.yaml\n`),
  },
  {
    file: 'infra/k8s/base/portal.env',
    add: (text, { folder, name }) =>
      insertAfter(
        text,
        /\n([A-Z]+_URL=.*\n)+/,
        `${name.toUpperCase()}_URL=http://${folder}:${readPort(root)}\n`,
      ),
  },
  {
    file: 'infra/k8s/stores/mongodb.yaml',
    add: (text, { name }) =>
      insertAfter(
        text,
        / {2}users:\n( {4,}.*\n)+/,
        findUser(text).replaceAll('svc-payment', `svc-${name}`).replaceAll('_payment', `_${name}`),
      ),
  },
  {
    file: `${production}/external-secrets.yaml`,
    add: (text, { folder }) => {
      const secrets = ['svc-payment', 'mongo-svc-payment'].map((secret) =>
        filterEntries(findDocument(text, secret), /secretKey: (SERVICE_KEY|AMQP_URL|password),/),
      );
      return `${text}---\n${secrets.join('---\n').replaceAll('svc-payment', folder)}`;
    },
  },
  {
    file: 'infra/k8s/schedules/audit.yaml',
    add: (text, { folder }) =>
      `${text}---\n${findDocument(text, 'audit-svc-payment')
        .replaceAll('svc-payment', folder)
        .replace(/schedule: "\d+ 20/, 'schedule: "55 20')}`,
  },
  {
    file: `${production}/mongodb-users.yaml`,
    add: (text, { name }) => addForBackup(text, `archaka_${name}`),
  },
  {
    file: `${production}/kustomization.yaml`,
    add: (text, { folder }) =>
      insertAfter(text, /\nimages:\n/, `  - { name: archaka/${folder}, newTag: "1.0.0" }\n`),
  },
  testCluster,
];

/** What backups may do with the new database: as with svc-payment's. */
function addForBackup(text: string, database: string): string {
  const entries =
    / {4} *- (?:db: archaka_payment\n(?: {8}.*\n)+|\{ name: [a-z-]+, db: archaka_payment \}\n)/g;
  const additions = (found: RegExpMatchArray | null) =>
    (found ?? []).map((entry) => entry.replaceAll('archaka_payment', database));
  const [role = '', ...grants] = additions(text.match(entries));
  const withRole = insertAfter(text, / {2}path: \/spec\/security\/roles\n {2}value:\n/, role);
  return `${withRole}${grants.join('')}`;
}

/** The file of a new service: svc-payment's, with no more variables than all services have. */
export function renderKubernetesService({ folder, root }: { folder: string; root: string }): string {
  const text = readFileSync(join(root, 'infra/k8s/base/svc-payment.yaml'), 'utf8');
  return text
    .replaceAll('svc-payment', folder)
    .replaceAll('8083', String(readPort(root)))
    .replace(/( {10}env:\n)((?: {12}.*\n)+)/, (_all, begin, entries) => begin + filterVariables(entries));
}

const readPort = (root: string): number =>
  8080 + nextOffset(readFileSync(join(root, 'infra/local/src/components.ts'), 'utf8'));

/** An entry begins with a dash; its further lines are indented. */
const filterVariables = (entries: string): string =>
  entries
    .split(/(?=^ {12}- )/m)
    .filter((entry) => /name: (PORT|MONGO_URL|SERVICE_KEY|AMQP_URL)\b/.test(entry))
    .join('');

const filterEntries = (document: string, wanted: RegExp): string =>
  document
    .split(/(?=^ {4}- )/m)
    .filter((entry) => !entry.startsWith('    - ') || wanted.test(entry))
    .join('');

/** One document of a file of several, by the resource's name. */
const findDocument = (text: string, name: string): string =>
  text
    .split(/^---\n/m)
    .find((document) => new RegExp(`^ {2}name: ${name}$`, 'm').test(document))
    ?.replace(/^#.*\n/gm, '') ?? '';

const findUser = (text: string): string => / {4}- name: svc-payment\n( {6}.*\n)+/.exec(text)?.[0] ?? '';
