import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '../../..');

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
  const folders = globSync(workspaces as string[], { cwd: root, exclude: ['**/node_modules'] });
  return new Map(
    folders.toSorted().map((folder) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [manifest.name, { folder, manifest }];
    }),
  );
}

/** Those of our workspaces that must be installed to build and test this one, and all that they need themselves. */
export function neededBy(name: string, workspaces: ReadonlyMap<string, Workspace>): Workspace[] {
  const needed = new Set<string>();
  const take = (versions: Versions = {}) => {
    for (const each of Object.keys(versions)) {
      const ours = workspaces.get(each);
      if (!ours || needed.has(each) || each === name) continue;
      needed.add(each);
      take(ours.manifest.dependencies);
    }
  };
  const asked = workspaces.get(name)?.manifest;
  take({ ...asked?.dependencies, ...asked?.devDependencies });
  return [...needed].flatMap((each) => workspaces.get(each) ?? []);
}
