/**
 * Attacks every endpoint of a new portal with every hostile request.
 *
 *     npm run abuse
 *
 * Exit code 0: no findings, 1: findings.
 */
import { abuse } from './abuse.ts';

const result = await abuse({ isShort: false, report: console.log });
const findings = (Object.entries(result) as [string, readonly string[]][]).flatMap(([kind, messages]) =>
  messages.map((message) => `${kind}: ${message}`),
);
for (const line of findings) console.log(line);
console.log(findings.length === 0 ? 'No findings' : `${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
