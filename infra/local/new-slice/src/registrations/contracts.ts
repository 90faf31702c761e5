import { insertAfter, type Registration } from './registration.ts';

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
      `\n  count${name}visit: { summary: 'Counts a visit; returns the number of visits' },\n`,
    ),
};
