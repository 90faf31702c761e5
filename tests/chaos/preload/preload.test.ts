import { execFile } from 'node:child_process';
import { expect, test } from '@jest/globals';

const killBy = JSON.stringify(import.meta.resolve('./kill-by.ts'));

/** Runs a program under these kill orders in turn; resolves with its output and exit. */
function run(orders: (object | undefined)[]) {
  const statements = orders.map(
    (order) => `killBy(${order ? JSON.stringify(JSON.stringify(order)) : undefined});`,
  );
  const program = `import { killBy } from ${killBy};\n${statements.join('\n')}\n${passFailpoints}`;
  const args = ['--input-type=module', '-e', program];
  return new Promise<{ printed: string; signal: string | undefined; failed: boolean }>((resolve) => {
    execFile(process.execPath, args, (error, stdout) =>
      resolve({ printed: stdout.trim(), signal: error?.signal ?? undefined, failed: error !== null }),
    );
  });
}

/** Passes three boundaries five times, and prints each before. */
const passFailpoints = `
  import { writeSync } from 'node:fs';
  import { channel } from 'node:diagnostics_channel';
  for (let round = 1; round <= 5; round += 1) {
    for (const name of ['before-commit', 'after-commit', 'before-ack']) {
      writeSync(1, name + ' ' + round + '\\n');
      channel('archaka:boundary').publish({ name });
    }
  }
`;
const getLastLine = (printed: string) => printed.split('\n').at(-1);

test('kills a process at the pass that the order names, and never without an order', async () => {
  const { printed, signal } = await run([{ boundary: 'after-commit', after: 3 }]);
  expect([getLastLine(printed), signal]).toEqual(['after-commit 3', 'SIGKILL']);

  const withoutOrder = await run([]);
  expect([getLastLine(withoutOrder.printed), withoutOrder.failed]).toEqual(['before-ack 5', false]);
});

test('replaces an earlier order by a later one, and removes it without one', async () => {
  const first = { boundary: 'before-commit', after: 2 };
  const replaced = await run([first, { boundary: 'after-commit', after: 4 }]);
  expect([getLastLine(replaced.printed), replaced.signal]).toEqual(['after-commit 4', 'SIGKILL']);

  const withdrawn = await run([first, undefined]);
  expect([getLastLine(withdrawn.printed), withdrawn.failed]).toEqual(['before-ack 5', false]);
});

test('kills a process with a probability, and rejects an invalid order', async () => {
  const certain = await run([{ boundary: 'before-ack', share: 1, seed: 7 }]);
  expect([getLastLine(certain.printed), certain.signal]).toEqual(['before-ack 1', 'SIGKILL']);

  for (const order of [{ boundary: 'after-lunch', after: 1 }, { boundary: 'before-ack' }]) {
    expect(await run([order])).toEqual({ printed: '', signal: undefined, failed: true });
  }
});
