import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '../../../..');

type Versions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly main?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

export interface Workspace {
  /** From the checkout. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The workspaces of the checkout by their names. */
export function readWorkspaces(): Map<string, Workspace> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = (workspaces as string[]).map((pattern) => `${pattern}/package.json`);
  const folders = globSync(manifests, { cwd: root, exclude: ['**/node_modules'] }).map(dirname);
  return new Map(
    folders.toSorted().map((folder) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [manifest.name, { folder, manifest }];
    }),
  );
}

/** Our workspaces that the build and tests of this one need, with their own dependencies. */
export function findRequiredWorkspaces(
  name: string,
  workspaces: ReadonlyMap<string, Workspace>,
): Workspace[] {
  const required = new Set<string>();
  const addDependencies = (versions: Versions = {}) => {
    for (const dependency of Object.keys(versions)) {
      const workspace = workspaces.get(dependency);
      if (!workspace || required.has(dependency) || dependency === name) continue;
      required.add(dependency);
      addDependencies(workspace.manifest.dependencies);
    }
  };
  const manifestOfSlice = workspaces.get(name)?.manifest;
  addDependencies({ ...manifestOfSlice?.dependencies, ...manifestOfSlice?.devDependencies });
  return [...required].flatMap((dependency) => workspaces.get(dependency) ?? []);
}
