import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Services whose dependencies define the versions. */
const examples = ['svc-payment', 'svc-auth'];

/** A package.json with the versions of the other services. */
export function createPackageJson(text: string, root: string): string {
  const versions = Object.assign({}, ...examples.map((folder) => readDependencies(join(root, folder))));
  const withVersions = (names: Record<string, string> = {}) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, versions[name]]));
  const manifest: Manifest = JSON.parse(text);
  const { dependencies, devDependencies, ...rest } = manifest;
  const completed = {
    ...rest,
    dependencies: withVersions(dependencies),
    devDependencies: withVersions(devDependencies),
  };
  return `${JSON.stringify(completed, null, 2)}\n`;
}

function readDependencies(folder: string): Record<string, string> {
  const { dependencies, devDependencies }: Manifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return { ...dependencies, ...devDependencies };
}
