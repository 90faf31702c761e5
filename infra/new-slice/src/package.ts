import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Services whose dependencies show which versions are used here. */
const examples = ['svc-payment', 'svc-auth'];

/** A package.json with the versions in it that the other services have. */
export function packageOf(text: string, checkout: string): string {
  const known = Object.assign({}, ...examples.map((folder) => dependenciesIn(join(checkout, folder))));
  const versioned = (names: Record<string, string> = {}) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, known[name]]));
  const manifest: Manifest = JSON.parse(text);
  const { dependencies, devDependencies, ...rest } = manifest;
  const whole = {
    ...rest,
    dependencies: versioned(dependencies),
    devDependencies: versioned(devDependencies),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function dependenciesIn(folder: string): Record<string, string> {
  const { dependencies, devDependencies }: Manifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return { ...dependencies, ...devDependencies };
}
