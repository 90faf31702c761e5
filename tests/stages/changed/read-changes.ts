import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../stage.ts';
import { compareLocks, type LockChanges } from './compare-locks.ts';
import type { Workspace } from './select-suites.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6 }).split('\n').filter(Boolean);

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** @throws when there is neither `origin/main` nor `main` */
function findBase(): string {
  const [main] = git(
    'for-each-ref',
    '--format=%(refname)',
    'refs/remotes/origin/main',
    'refs/heads/main',
  ).sort(
    // The remote's main is first, since commits on main itself differ from it only.
    (one, other) => Number(other.includes('/remotes/')) - Number(one.includes('/remotes/')),
  );
  if (main === undefined)
    throw new Error('npm test -- changed compares with main, but the branch main does not exist.');
  const [base = main] = git('merge-base', main, 'HEAD');
  return base;
}

/** Differences from the merge base with main, committed or not. */
export interface Changes {
  /** Relative to the root. */
  readonly files: readonly string[];
  readonly lockChanges: LockChanges;
}

const LOCK = 'package-lock.json';

export function readChanges(): Changes {
  const base = findBase();
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const files = [...new Set([...git('diff', '--name-only', '--no-renames', base), ...untracked])].sort();
  if (!files.includes(LOCK)) return { files, lockChanges: new Map() };
  const before = JSON.parse(git('show', `${base}:${LOCK}`).join('\n'));
  return { files, lockChanges: compareLocks(before.packages, readJson(LOCK).packages) };
}

/** Reads the workspaces from the manifests. */
export function readWorkspaces(): Workspace[] {
  const patterns: string[] = readJson('package.json').workspaces;
  return globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: ROOT },
  ).map((path) => {
    const { name, dependencies, devDependencies, peerDependencies } = readJson(path);
    return {
      folder: dirname(path),
      name,
      dependencies: Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
    };
  });
}
