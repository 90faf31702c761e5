import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewSlice } from '../options.ts';
import { kubernetesRemote, kubernetesService } from './kubernetes.ts';
import { insertAfter, nextOffset, type Registration } from './registration.ts';

const WIDTH = 24;

const codeowners: Registration = {
  file: 'CODEOWNERS',
  add: (text, { folder, team }) => insertAfter(text, /\n$/, `${`/${folder}/`.padEnd(WIDTH)}${team}\n`),
};

/** The row of the first call in the table of permissions, and the service among the callers of what all services call. */
const accessRules: Registration = {
  file: 'docs/security/rules.md',
  add: (text, { name }) =>
    insertAfter(
      text,
      /\n\| call or address .*\n\| -.*\n/,
      `| \`count${name}visit\` | applicants | their own visits |\n`,
    ).replaceAll(/(svc-payment, svc-ticket(?:, svc-\w+)*) \|/g, `$1, svc-${name} |`),
};

/** The list of services: shell, service-kit and tests use it. */
const serviceNames: Registration = {
  file: 'packages/contracts/src/services.ts',
  add: (text, { name }) => insertAfter(text, /const services = \[[^\]]*(?=\] as const)/, `, '${name}'`),
};

const exportedCalls: Registration = {
  file: 'packages/contracts/src/index.ts',
  add: (text, { name }) => insertAfter(text, /^/, `export * from './${name}/schemas.ts';\n`),
};

/** What browsers import. */
const browserCalls: Registration = {
  file: 'packages/contracts/src/calls.ts',
  add: (text, { name }) => insertAfter(text, /^(\/\/.*\n)*/, `export * from './${name}/calls.ts';\n`),
};

/** The one table of calls. */
const calls: Registration = {
  file: 'packages/contracts/src/call-list.ts',
  add: (text, { name }) => {
    const imported = insertAfter(text, /^/, `import { ${name}Calls } from './${name}/schemas.ts';\n`);
    return insertAfter(imported, /const typedCalls = \[/, `...${name}Calls, `);
  },
};

/** The text of the API page about the first call of a new service. */
const callDoc: Registration = {
  file: 'packages/contracts/src/docs/call-docs.ts',
  add: (text, { name }) =>
    insertAfter(
      text,
      /callDocs: [^{]*\{[\s\S]*\n(?=\};)/,
      `\n  count${name}visit: ['Counts a visit; returns the number of visits'],\n`,
    ),
};

/** The modules that the shell expects of a remote. */
const exposedModules: Registration = {
  file: 'packages/platform/src/slices/exposed-modules.ts',
  add: (text, { folder, name }) => {
    const componentName = name.charAt(0).toUpperCase() + name.slice(1);
    return insertAfter(
      text,
      /interface ExposedModules \{\n( {2}'mf-.*\n)+/,
      `  '${folder}': { readonly ${componentName}: ComponentType };\n`,
    );
  },
};

/** A service's entry among the portal's processes. */
const launcherComponent: Registration = {
  file: 'infra/local/src/components.ts',
  add: (text, options) =>
    insertAfter(
      text,
      /const services: Component\[\] = \[\n[\s\S]*?\n(?=\];\n)/,
      toComponentEntry(text, options),
    ),
};

const toComponentEntry = (text: string, { folder }: NewSlice) =>
  `  { ...service('${folder}', ${nextOffset(text)}), inheritedEnv: [], env: (portal) => common('${folder}', portal) },\n`;

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
