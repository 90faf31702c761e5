import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../../..');

/** A copy of this checkout, for new slices. */
export interface WorkingCopy {
  readonly folder: string;
  /** Runs a program of the copy. */
  readonly run: (...args: string[]) => Promise<{ stdout: string; stderr: string }>;
  readonly remove: () => void;
}

/**
 * Copies the checkout with uncommitted files. External packages and engines are this checkout's, ours are the copy's
 * own; the copy's npm installs nothing.
 */
export function createWorkingCopy(): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64e6 });
  const files = git('-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const path of files.filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  // Only git knows the ignored files.
  git('init', '--quiet', folder);
  git('-C', folder, 'add', '--all');
  for (const packageFolder of findPackageFolders()) link(packageFolder, folder);
  const bin = join(folder, 'node_modules/.npm-without-install');
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1" = install ] || PATH='${process.env.PATH}' exec npm "$@"\n`,
    { mode: 0o755 },
  );
  const path = [bin, join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return {
    folder,
    run: (...args) =>
      promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
        cwd: folder,
        maxBuffer: 64e6,
        env: { ENGINE_CACHE: join(root, '.cache/engines'), ...process.env, PATH: path },
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every node_modules of the checkout. */
const findPackageFolders = (): string[] =>
  ['.', ...readdirSync(root), ...readdirSync(join(root, 'packages')).map((name) => join('packages', name))]
    .filter((workspace) => workspace !== 'node_modules')
    .map((workspace) => join(workspace, 'node_modules'))
    .filter((packageFolder) => existsSync(join(root, packageFolder)));

function link(packageFolder: string, folder: string): void {
  const to = join(folder, packageFolder);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(join(root, packageFolder)).filter((each) => each !== '@archaka')) {
    symlinkSync(join(root, packageFolder, name), join(to, name));
  }
  if (packageFolder !== 'node_modules') return;
  mkdirSync(join(to, '@archaka'));
  const workspaces = join(root, 'node_modules/@archaka');
  for (const name of readdirSync(workspaces)) {
    symlinkSync(
      join(folder, relative(root, realpathSync(join(workspaces, name)))),
      join(to, '@archaka', name),
    );
  }
}
