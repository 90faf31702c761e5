import { after, type Registration } from './registration.ts';

/** The list of services: shell, chassis and tests go by it. */
export const serviceNames: Registration = {
  file: 'packages/contracts/src/services.ts',
  add: (text, { name }) => after(text, /export const services = \[[^\]]*(?=\] as const)/, `, '${name}'`),
};

export const calls: Registration = {
  file: 'packages/contracts/src/index.ts',
  add: (text, { name }) => after(text, /^/, `export * from './${name}/calls.ts';\n`),
};
