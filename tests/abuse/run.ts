/**
 * Attacks every door of a portal of its own with every hostile request.
 *
 *     npm run abuse
 *
 * Exit code 0: it withstood, 1: it did not.
 */
import { abuse } from './abuse.ts';

const verdict = await abuse({ isShort: false, report: console.log });
const against = (Object.entries(verdict) as [string, readonly string[]][]).flatMap(([what, list]) =>
  list.map((one) => `${what}: ${one}`),
);
for (const line of against) console.log(line);
console.log(against.length === 0 ? 'The portal withstood' : `${against.length} findings`);
process.exitCode = against.length === 0 ? 0 : 1;
