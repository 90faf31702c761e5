import type { LockChanges } from './compare-locks.ts';

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

/**
 * Every workspace depends on these; `package.json` of a workspace is a file of that workspace. package-lock.json is
 * compared by its entries.
 */
const SHARED_FILES = /^(package\.json|jest\.config\.mjs|lingui\.config\.ts|tsconfig[^/]*\.json)$/;
const MANIFESTS = /^infra\/(k8s|docker)\/|^docker-compose\.yml$/;
const RECIPES = /^(CONTRIBUTING\.md$|docs\/recipes\/|infra\/new-slice\/)/;

/** Suites below `tests/e2e` that a change of a workspace itself may break; a change below it has unit tests. */
const E2E_SUITES: Readonly<Record<string, readonly string[]>> = {
  'mf-auth': ['own-settings/', 'specification/visitor'],
  'mf-application': ['autosave/', 'specification/form'],
  'mf-history': ['history/'],
  'hall-scanner': ['scanner'],
  shell: ['hydration', 'language', 'slices/'],
  'infra/dev': ['dev/'],
  'packages/contracts': ['contract/', 'happy-path-over-http'],
};

const WEB_ONLY = /^(mf-.*|hall-scanner|packages\/(web-kit|platform))$/;

/** Whether a type check reads a workspace's sources. */
const READS: Readonly<Record<TypeCheck, (folder: string) => boolean>> = {
  types: (folder) => !WEB_ONLY.test(folder),
  'web-types': (folder) => folder === 'shell' || WEB_ONLY.test(folder),
  'e2e-types': (folder) => folder === 'tests',
};

/** What causes every workspace to be selected. */
function findSharedCause(files: readonly string[], lockChanges: LockChanges): string | undefined {
  const ofRoot = lockChanges.get('');
  return files.find((file) => SHARED_FILES.test(file)) ?? (ofRoot && `package-lock.json: ${ofRoot}`);
}

/** Selects the suites that the changed files, and the changed packages of the lock, can affect. */
export function selectSuites(
  files: readonly string[],
  workspaces: readonly Workspace[],
  lockChanges: LockChanges = new Map(),
): Selection {
  const sharedCause = findSharedCause(files, lockChanges);
  const changed = workspaces.filter(({ folder }) => files.some((file) => file.startsWith(`${folder}/`)));
  const direct = [
    ...changed.map((workspace) => ({ workspace, cause: 'changed' })),
    ...workspaces
      .filter((workspace) => lockChanges.has(workspace.folder) && !changed.includes(workspace))
      .map((workspace) => ({ workspace, cause: `uses ${lockChanges.get(workspace.folder)}` })),
  ];
  const affected = sharedCause
    ? workspaces.map((workspace) => ({ workspace, cause: sharedCause }))
    : findAffected(direct, workspaces);
  const folders = affected.map(({ workspace }) => `/${workspace.folder}/`);
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
      recipes: recipe ? ['/infra/new-slice/checks/'] : [],
      integration: folders.filter((folder) => folder !== '/tests/'),
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
function findAffected(direct: readonly Affected[], workspaces: readonly Workspace[]): Affected[] {
  const affected = [...direct];
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
