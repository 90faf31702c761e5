/** An entry of package-lock.json: of a workspace, of an installed package, or a link to a workspace. */
interface LockEntry {
  readonly version?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** By the path of the package's folder, as in package-lock.json; '' is the root. */
export type Lock = Readonly<Record<string, LockEntry>>;

/** The folder of a workspace with an installed package that it uses and that differs; '' is the root. */
export type LockChanges = ReadonlyMap<string, string>;

const MODULES = 'node_modules/';

const listDependencies = (entry: LockEntry): string[] =>
  Object.keys({
    ...entry.dependencies,
    ...entry.devDependencies,
    ...entry.optionalDependencies,
    ...entry.peerDependencies,
  });

/** Finds the installed package as Node does: in the nearest folder `node_modules` above. */
function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (path in lock) return path;
    if (folder === '') return undefined;
  }
}

/** The paths of all installed packages that a workspace uses, directly or through others; no other workspaces. */
function listUsedPackages(lock: Lock, workspace: string): Set<string> {
  const used = new Set<string>();
  const pending = [workspace];
  // The loop also visits elements that are appended meanwhile.
  for (const path of pending) {
    for (const name of listDependencies(lock[path] ?? {})) {
      const found = resolvePackage(lock, path, name);
      if (found === undefined || used.has(found) || lock[found]?.link) continue;
      used.add(found);
      pending.push(found);
    }
  }
  return used;
}

const listDifferentPackages = (before: Lock, after: Lock): string[] =>
  Object.keys({ ...before, ...after })
    .filter((path) => path.includes(MODULES))
    .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]))
    .sort();

/** Finds the workspaces whose installed packages differ between two locks. */
export function compareLocks(before: Lock, after: Lock): LockChanges {
  const different = listDifferentPackages(before, after);
  if (different.length === 0) return new Map();
  const workspaces = Object.keys(after).filter((path) => !path.includes(MODULES));
  return new Map(
    workspaces.flatMap((workspace) => {
      const used = new Set([...listUsedPackages(before, workspace), ...listUsedPackages(after, workspace)]);
      const change = different.find((path) => used.has(path));
      return change === undefined
        ? []
        : [[workspace, change.slice(change.lastIndexOf(MODULES) + MODULES.length)]];
    }),
  );
}
