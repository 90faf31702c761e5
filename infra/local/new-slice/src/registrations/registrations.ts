import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewSlice } from '../options.ts';
import { kubernetesRemote, kubernetesService } from './kubernetes.ts';
import {
  accessRules,
  browserCalls,
  callDoc,
  calls,
  codeowners,
  exportedCalls,
  exposedModules,
  insertAfter,
  launcherComponent,
  nextOffset,
  type Registration,
  serviceNames,
} from './registration.ts';

const file = 'docker-compose.yml';

/** A remote's container, which publishes its bundle, is like the other remotes'. */
const composeRemote: Registration = {
  file,
  add: (text, { folder }) => {
    const block = findBlock('mf-history', text).replaceAll('mf-history', folder);
    return insertAfter(text, createBlockPattern('mf-history'), block);
  },
};

/** A service's container is like svc-payment's, with no more variables than all services have. */
const composeService = (root: string): Registration => ({
  file,
  add: (text, { folder, name }) => {
    const components = readFileSync(join(root, 'infra/local/src/components.ts'), 'utf8');
    const port = 8080 + nextOffset(components);
    const variable = name.toUpperCase();
    const block = findBlock('svc-payment', text)
      .replaceAll('svc-payment', folder)
      .replace(/( {4}environment:\n)(( {6}.*\n)+)/, (_all, begin, lines) => begin + filterCommonLines(lines))
      .replace(/PORT: \d+/, `PORT: ${port}`)
      .replaceAll('SVC_PAYMENT_', `SVC_${variable}_`);
    const withBlock = insertAfter(text, createBlockPattern('svc-payment'), block);
    const withAddress = insertAfter(
      withBlock,
      /\n( {2}[A-Z]+_URL: http:\/\/svc-[a-z]+:\d+\n)+/,
      `  ${variable}_URL: http://${folder}:${port}\n`,
    );
    return insertAfter(withAddress, /\n( {6}svc-[a-z]+: \*started\n)+/, `      ${folder}: *started\n`);
  },
});

const filterCommonLines = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line === '' || /^ {6}(<<|PORT|SERVICE_KEY|MONGO_URL|AMQP_URL):/.test(line))
    .join('\n');

/** A container, from its name to the next one's. */
const createBlockPattern = (name: string) => new RegExp(`\\n {2}${name}:\\n(( {4}.*)?\\n(?! {2}#))+`);

const findBlock = (name: string, text: string): string =>
  createBlockPattern(name).exec(text)?.[0].slice(1) ?? '';

/** All files that must list a new slice; others read the folders instead. */
export const selectRegistrations = ({ kind }: NewSlice, root: string): Registration[] =>
  kind === 'remote'
    ? [codeowners, exposedModules, composeRemote, ...kubernetesRemote]
    : [
        ...[
          codeowners,
          serviceNames,
          calls,
          exportedCalls,
          browserCalls,
          callDoc,
          accessRules,
          launcherComponent,
        ],
        ...[composeService(root), ...kubernetesService(root)],
      ];
