import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './stage.ts';

export interface Workspace {
  /** Relative to the repository's root. */
  readonly folder: string;
  readonly name: string;
  /** Names of packages, including other workspaces. */
  readonly dependencies: readonly string[];
}

export interface Selection {
  /** One sentence for each choice. */
  readonly reasons: readonly string[];
  /** Stages with the patterns of their test files; a stage without patterns does not run. */
  readonly patterns: Readonly<
    Record<'unit' | 'manifests' | 'recipes' | 'integration' | 'e2e', readonly string[]>
  >;
  /** Type checks to skip, since they read no affected file. */
  readonly skippedTypeChecks: readonly TypeCheck[];
}

const TYPE_CHECKS = ['types', 'web-types', 'e2e-types'] as const;
export type TypeCheck = (typeof TYPE_CHECKS)[number];

/** Every workspace depends on these; `package.json` of a workspace is a file of that workspace. */
const SHARED_FILES = /^(package(-lock)?\.json|jest\.config\.mjs|lingui\.config\.ts|tsconfig[^/]*\.json)$/;
const MANIFESTS = /^infra\/(k8s|docker)\/|^docker-compose\.yml$/;
const RECIPES = /^(CONTRIBUTING\.md$|docs\/recipes\/|infra\/local\/new-slice\/)/;

/** Suites below `tests/e2e` that a change of a workspace itself may break; a change below it has unit tests. */
const E2E_SUITES: Readonly<Record<string, readonly string[]>> = {
  'mf-auth': ['own-settings/', 'specification/account'],
  'mf-application': ['autosave/', 'specification/form'],
  'mf-history': ['history/'],
  'hall-scanner': ['scanner'],
  shell: ['hydration', 'language', 'slices/'],
  'infra/local': ['dev/'],
  'packages/contracts': ['contract/', 'happy-path-in-browser'],
};

const WEB_ONLY = /^(mf-.*|hall-scanner|packages\/(ui|platform))$/;

/** Whether a type check reads a workspace's sources. */
const READS: Readonly<Record<TypeCheck, (folder: string) => boolean>> = {
  types: (folder) => !WEB_ONLY.test(folder),
  'web-types': (folder) => folder === 'shell' || WEB_ONLY.test(folder),
  'e2e-types': (folder) => folder === 'tests',
};

const CONTRACTS = 'packages/contracts';
const CONTRACTS_OF_SERVICE = /^packages\/contracts\/src\/(application|auth|payment|ticket)\//;

/**
 * Workspaces whose integration suites can fail. Contracts of one service concern that service and the gateway; of what
 * others read in them, types, unit tests and the browser suites of the contracts are proof enough.
 */
function selectIntegration(
  files: readonly string[],
  changed: readonly Workspace[],
  workspaces: readonly Workspace[],
): readonly Workspace[] {
  const owners = files
    .filter((file) => file.startsWith(`${CONTRACTS}/`))
    .map((file) => CONTRACTS_OF_SERVICE.exec(file)?.[1]);
  const everyDependent = owners.length === 0 || owners.includes(undefined);
  const others = everyDependent ? changed : changed.filter(({ folder }) => folder !== CONTRACTS);
  const affected = findAffected(others, workspaces).map(({ workspace }) => workspace);
  const concerned = everyDependent ? [] : [CONTRACTS, 'shell', ...owners.map((name) => `svc-${name}`)];
  return workspaces.filter(
    (workspace) => affected.includes(workspace) || concerned.includes(workspace.folder),
  );
}

/** Selects the suites that the changed files can affect. */
export function selectSuites(files: readonly string[], workspaces: readonly Workspace[]): Selection {
  const sharedCause = files.find((file) => SHARED_FILES.test(file));
  const changed = workspaces.filter(({ folder }) => files.some((file) => file.startsWith(`${folder}/`)));
  const affected = sharedCause
    ? workspaces.map((workspace) => ({ workspace, cause: sharedCause }))
    : findAffected(changed, workspaces);
  const toPattern = ({ folder }: Workspace) => `/${folder}/`;
  const folders = affected.map(({ workspace }) => toPattern(workspace));
  const integration = sharedCause ? workspaces : selectIntegration(files, changed, workspaces);
  const manifests = files.find((file) => MANIFESTS.test(file));
  const recipe = files.find((file) => RECIPES.test(file));
  const e2e = selectE2e(files, changed);
  return {
    reasons: [
      `files that differ from main: ${files.length}`,
      ...affected.map(({ workspace, cause }) => `${workspace.folder}: ${cause}`),
      ...(manifests ? [`manifests: ${manifests} changed`] : []),
      ...(recipe ? [`recipes: ${recipe} changed`] : []),
      ...e2e.map((pattern) => `e2e ${pattern}`),
    ],
    patterns: {
      // These contain rules of the whole repository.
      unit: files.length > 0 ? [...new Set(['/tests/architecture/', ...folders])] : [],
      manifests: manifests ? ['/tests/manifests/'] : [],
      recipes: recipe ? ['/infra/local/new-slice/checks/'] : [],
      integration: integration.filter(({ folder }) => folder !== 'tests').map(toPattern),
      e2e,
    },
    skippedTypeChecks: TYPE_CHECKS.filter(
      (check) => !affected.some(({ workspace }) => READS[check](workspace.folder)),
    ),
  };
}

interface Affected {
  readonly workspace: Workspace;
  readonly cause: string;
}

/** A service lists others as dependencies because its suites start them; their sources share contracts only. */
const isService = ({ folder }: Workspace): boolean => folder.startsWith('svc-');

/** The changed workspaces, followed by their direct and indirect dependents. */
function findAffected(changed: readonly Workspace[], workspaces: readonly Workspace[]): Affected[] {
  const affected = changed.map((workspace) => ({ workspace, cause: 'changed' }));
  // The loop also visits elements that are appended meanwhile.
  for (const { workspace: imported } of affected) {
    const importers = workspaces.filter(
      (workspace) =>
        workspace.dependencies.includes(imported.name) &&
        !(isService(workspace) && isService(imported)) &&
        !affected.some((one) => one.workspace === workspace),
    );
    affected.push(...importers.map((workspace) => ({ workspace, cause: `imports ${imported.folder}` })));
  }
  return affected;
}

function selectE2e(files: readonly string[], changed: readonly Workspace[]): string[] {
  const suites = files.filter((file) => /^tests\/e2e\/.*\.test\.ts$/.test(file));
  const ofWorkspaces = changed.flatMap(({ folder }) => E2E_SUITES[folder] ?? []);
  return [
    ...new Set([...ofWorkspaces.map((suite) => `/tests/e2e/${suite}`), ...suites.map((file) => `/${file}`)]),
  ];
}

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

/** The files that differ from the merge base with main, committed or not; relative to the root. */
export function readChangedFiles(): string[] {
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', '--no-renames', findBase()), ...untracked])].sort();
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
