import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { programs } from '../bootstrap/main.mjs';
import { root } from '../src/settings.ts';

/** Without a portal, and without what an operator's shell contains. */
const env = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATA_DIR: join(tmpdir(), 'no-portal'),
};

async function run(program: string | readonly string[], ...args: string[]) {
  const [file = '', ...leading] = [program].flat();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, file), ...leading, ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code: code as number | null };
}

/** The words of an option, an argument or a command follow after two spaces, or in the next line. */
const UNDESCRIBED = /^ {2}(?!npm |node )\S+(?: \S+)*$(?!\n {10,}\S)/gm;

/** Without an npm script: operators run them in a service's container. */
const inContainers = {
  'dead-letters': 'packages/service-kit/src/dead-letters.ts',
  'first-operator': 'svc-auth/src/commands/first-operator.ts',
  identify: 'svc-auth/src/commands/identify.ts',
};

test.each(Object.entries({ ...programs, ...inContainers }))(
  '%s prints its help on stdout',
  async (_name, program) => {
    const help = await run(program, '--help');

    expect(help).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: (?:npm|node) [\s\S]+\n {2}-h, --help +prints this help\n/),
    });
    expect(help.stdout.match(UNDESCRIBED)).toBeNull();
  },
);

test('reports wrong use on stderr with 2', async () => {
  const wrong = await run(programs.backup ?? [], '--no-such-option');

  expect(wrong).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("unknown option '--no-such-option'"),
  });
  expect(wrong.stderr.match(/Usage: /g)).toHaveLength(1);
});
