import { CommandError } from '@archaka/service-kit/command-line';
import type { NewSlice } from '../options.ts';

/** A file outside the slice's folder that must list it. */
export interface Registration {
  /** From the checkout. */
  readonly file: string;
  /** Returns the file's text with the slice in it. */
  readonly add: (text: string, options: NewSlice) => string;
}

/** Inserts `addition` after the match of the pattern. @throws CommandError without a match */
export function insertAfter(text: string, pattern: RegExp, addition: string): string {
  const found = pattern.exec(text);
  if (!found) throw new CommandError(`It has no insertion point for a new slice: ${pattern} was not found.`);
  const at = found.index + found[0].length;
  return text.slice(0, at) + addition + text.slice(at);
}

const WIDTH = 24;

export const codeowners: Registration = {
  file: 'CODEOWNERS',
  add: (text, { folder, team }) => insertAfter(text, /\n$/, `${`/${folder}/`.padEnd(WIDTH)}${team}\n`),
};

/** The row of the first call in the table of permissions, and the service among the callers of what all services call. */
export const accessRules: Registration = {
  file: 'docs/security/rules.md',
  add: (text, { name }) =>
    insertAfter(
      text,
      /\n\| call or address .*\n\| -.*\n/,
      `| \`count${name}visit\` | applicants | their own visits |\n`,
    ).replaceAll(/(svc-payment, svc-ticket(?:, svc-\w+)*) \|/g, `$1, svc-${name} |`),
};

/** The list of services: shell, service-kit and tests use it. */
export const serviceNames: Registration = {
  file: 'packages/contracts/src/services.ts',
  add: (text, { name }) =>
    insertAfter(text, /export const services = \[[^\]]*(?=\] as const)/, `, '${name}'`),
};

export const exportedCalls: Registration = {
  file: 'packages/contracts/src/index.ts',
  add: (text, { name }) => insertAfter(text, /^/, `export * from './${name}/schemas.ts';\n`),
};

/** What browsers import. */
export const browserCalls: Registration = {
  file: 'packages/contracts/src/calls.ts',
  add: (text, { name }) => insertAfter(text, /^(\/\/.*\n)*/, `export * from './${name}/calls.ts';\n`),
};

/** The one table of calls. */
export const calls: Registration = {
  file: 'packages/contracts/src/call-list.ts',
  add: (text, { name }) => {
    const imported = insertAfter(text, /^/, `import { ${name}Calls } from './${name}/schemas.ts';\n`);
    return insertAfter(imported, /const typedCalls = \[/, `...${name}Calls, `);
  },
};

/** The text of the API page about the first call of a new service. */
export const callDoc: Registration = {
  file: 'packages/contracts/src/docs/call-docs.ts',
  add: (text, { name }) =>
    insertAfter(
      text,
      /callDocs: [^{]*\{[\s\S]*\n(?=\};)/,
      `\n  count${name}visit: ['Counts a visit; returns the number of visits'],\n`,
    ),
};

/** The modules that the shell expects of a remote. */
export const exposedModules: Registration = {
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
export const launcherComponent: Registration = {
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

/** Port offset from the portal's: the next free one. */
export function nextOffset(source: string): number {
  const usedOffsets = [...source.matchAll(/offset: (\d+)|service\('[\w-]+', (\d+)\)/g)];
  return Math.max(...usedOffsets.map(([, own, ofService]) => Number(own ?? ofService))) + 1;
}
