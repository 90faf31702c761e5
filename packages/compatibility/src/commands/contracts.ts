import path from 'node:path';
import { checkContracts } from '../releases/check-contracts.ts';
import { releaseContracts } from '../releases/release-contracts.ts';

const root = path.join(import.meta.dirname, '../../../..');
const usage = 'Usage: npm run contracts -- check | release [--major].';

const [command, ...options] = process.argv.slice(2);
const major = command === 'release' && options.length === 1 && options[0] === '--major';

async function run(): Promise<{ messages: string[]; passed: boolean }> {
  if (command === 'check' && options.length === 0) return checkContracts(root);
  if (command === 'release' && (major || options.length === 0)) return releaseContracts(root, { major });
  return { messages: [usage], passed: false };
}

const { messages, passed } = await run();
console.log(messages.join('\n'));
process.exitCode = passed ? 0 : 1;
