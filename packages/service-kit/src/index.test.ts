import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const LOADED_WHEN_NEEDED = ['express', '@opentelemetry', 'undici', 'amqplib', 'cockatiel'];

/** Static imports would load before the hook. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({
    load: (url, context, next) => {
      urls.push(url);
      return next(url, context);
    },
  });
  await import(process.env.MODULE);
  console.log(JSON.stringify(urls));
`;

test('loads neither HTTP, broker, metrics nor clients of services, which commands do without', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, MODULE: import.meta.resolve('./index.ts') },
  });
  const urls = JSON.parse(stdout) as string[];
  expect(urls.some((url) => url.includes('/node_modules/mongoose/'))).toBe(true);
  const loaded = LOADED_WHEN_NEEDED.filter((name) =>
    urls.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  expect(loaded).toEqual([]);
});
