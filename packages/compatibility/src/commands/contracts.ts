import path from 'node:path';
import { checkContracts } from '../releases/check-contracts.ts';
import { releaseContracts } from '../releases/release-contracts.ts';

const root = path.join(import.meta.dirname, '../../../..');
const usage = 'Say which: npm run contracts -- check, or npm run contracts -- release [--major].';

const [what, ...options] = process.argv.slice(2);
const major = what === 'release' && options.length === 1 && options[0] === '--major';

async function run(): Promise<{ said: string[]; well: boolean }> {
  if (what === 'check' && options.length === 0) return checkContracts(root);
  if (what === 'release' && (major || options.length === 0)) return releaseContracts(root, { major });
  return { said: [usage], well: false };
}

const { said, well } = await run();
console.log(said.join('\n'));
process.exitCode = well ? 0 : 1;
