import { insertAfter, type Registration } from './registration.ts';

/** The row of the first call in the table of permissions, and the service among the callers of what all services call. */
export const accessRules: Registration = {
  file: 'docs/security/rules.md',
  add: (text, { name }) =>
    insertAfter(
      text,
      /\n\| call or address .*\n\| -.*\n/,
      `| \`count${name}visit\` | applicants | their own visits |\n`,
    ).replaceAll('svc-payment, svc-ticket |', `svc-payment, svc-ticket, svc-${name} |`),
};
