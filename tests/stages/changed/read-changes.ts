import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../stage.ts';
import type { Workspace } from './select-suites.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/**
 * Lists the files that differ from the merge base with main, committed or not, relative to the root.
 * @throws when there is neither `origin/main` nor `main`
 */
export function readChangedFiles(): string[] {
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
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', '--no-renames', base), ...untracked])].sort();
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
