/**
 *     npm run fuzz [-- --seed <a number>]                                       every documented address of a portal
 *     npm run fuzz -- parsers [<name> …] [--minutes <m> | --seconds <s>]        every parser of untrusted bytes
 *
 * Exit code 0: no findings, 1: findings, 2: wrong usage.
 */
import { parseArgs } from 'node:util';
import { fuzzParsers } from './parsers/run-parsers.ts';
import { fuzzPortal } from './run-portal.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  options: { seed: text, minutes: text, seconds: text },
  allowPositionals: true,
});
const [kind, ...names] = positionals;
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seconds = values.minutes === undefined ? Number(values.seconds ?? 600) : 60 * Number(values.minutes);

if ((kind !== undefined && kind !== 'parsers') || !Number.isSafeInteger(seed) || !(seconds > 0)) {
  console.error('Usage: npm run fuzz [-- --seed <a number>], or npm run fuzz -- parsers [--minutes <m>].');
  process.exit(2);
}
const passed =
  kind === 'parsers' ? await fuzzParsers({ names, seconds, report: console.log }) : await fuzzPortal(seed);
process.exit(passed ? 0 : 1);
