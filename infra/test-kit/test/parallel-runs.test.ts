import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs one suite on the stores of this run; returns jest's summary. */
const runSuite = (path: string) =>
  new Promise<{ passed: number; failed: number; output: string }>((resolve, reject) => {
    const jest = ['--experimental-vm-modules', `${ROOT}node_modules/jest/bin/jest.js`];
    const args = ['--selectProjects', 'integration', '--testPathPatterns', path, '--json', '-w', '1'];
    execFile(process.execPath, [...jest, ...args], { cwd: ROOT }, (_error, stdout, stderr) => {
      try {
        const { numPassedTests, numFailedTests } = JSON.parse(stdout);
        resolve({ passed: numPassedTests, failed: numFailedTests, output: stderr });
      } catch {
        reject(new Error(`jest printed no result: ${stdout}${stderr}`));
      }
    });
  });

test('the same suite runs twice at once, on the same stores', async () => {
  const suite = 'svc-application/test/example';
  for (const { passed, failed, output } of await Promise.all([runSuite(suite), runSuite(suite)])) {
    expect({ passed, failed, said: output }).toEqual({ passed: 2, failed: 0, said: output });
  }
});
