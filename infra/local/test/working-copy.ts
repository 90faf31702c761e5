import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const node = process.version.slice(1);
const tools = ['sh', 'cat', 'mkdir', 'ln', 'cp', 'sed'];

/** A small checkout with the real bootstrap, a program that prints its arguments and Node, and a fake npm. */
export class WorkingCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'checkout-'));
  readonly #bin = mkdtempSync(join(tmpdir(), 'bin-'));

  constructor() {
    for (const path of ['bootstrap.mjs', 'bootstrap']) {
      cpSync(join(import.meta.dirname, '..', path), this.#in('infra/local', path), { recursive: true });
    }
    this.write('infra/local/src/start.ts', program);
    this.write('package.json', '{"type":"module"}');
    this.write('package-lock.json', packages({ 'node_modules/node': { version: node } }));
    for (const tool of tools) symlinkSync(join('/bin', tool), join(this.#bin, tool));
  }

  write(path: string, text: string, mode = 0o644) {
    mkdirSync(dirname(this.#in(path)), { recursive: true });
    writeFileSync(this.#in(path), text, { mode });
  }

  /** An npm that records its arguments and runs this. */
  stubNpm(script: string) {
    const text = `#!/bin/sh\necho "$@" >> '${this.#in('npm-was-told')}'\n${script}\n`;
    writeFileSync(join(this.#bin, 'npm'), text, { mode: 0o755 });
  }

  /** Shell commands that install the packages of the lock file, optionally without Node's binary. */
  createInstallScript({ binary = true } = {}) {
    const home = 'node_modules/node';
    return [
      `mkdir -p ${home}/bin node_modules/.bin`,
      `echo '{"version":"${node}"}' > ${home}/package.json`,
      `cp package-lock.json node_modules/.package-lock.json`,
      ...(binary ? [`ln -sf '${process.execPath}' ${home}/bin/node`] : []),
    ].join('\n');
  }

  /** The recorded arguments of npm, a line each. */
  readNpmCalls(): string[] {
    const path = this.#in('npm-was-told');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  }

  start(args: string[], { flags = [] as string[] } = {}) {
    const child = spawn(process.execPath, [...flags, this.#in('infra/local/bootstrap.mjs'), ...args], {
      env: { PATH: this.#bin },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    return {
      child,
      output: () => output,
      closed: once(child, 'close') as Promise<[number | null, string | null]>,
    };
  }

  async run(args: string[], options = {}) {
    const { output, closed } = this.start(args, options);
    const [code] = await closed;
    return { code, output: output() };
  }

  #in(...path: string[]) {
    return join(this.root, ...path);
  }
}

export const packages = (entries: object) => JSON.stringify({ packages: { '': {}, ...entries } });

const program = `
if (process.argv.includes('wait')) {
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => {}, 1000);
} else process.exitCode = 3;
console.log(JSON.stringify({ args: process.argv.slice(2), node: process.execPath, cache: process.env.NODE_COMPILE_CACHE }));
`;
