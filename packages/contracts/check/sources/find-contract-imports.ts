import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const CONTRACT_IMPORT = /(?:import|export)\s*\{([^}]*)\}\s*from\s*'@archaka\/contracts(?:\/calls)?'/g;
const NAMESPACE_IMPORT = /import \* as (\w+) from '@archaka\/contracts(?:\/calls)?'/g;

/** Excludes types. Returns the exported names. */
export async function findContractImports(folder: string): Promise<Set<string>> {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: folder,
    exclude: ['**/node_modules', '**/dist', '**/test', '**/*.test.{ts,tsx}'],
  });
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return new Set(texts.flatMap(parseImportedNames));
}

const parseImportedNames = (source: string): string[] => [
  ...[...source.matchAll(CONTRACT_IMPORT)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0] ?? name),
  ),
  ...[...source.matchAll(NAMESPACE_IMPORT)].flatMap(([, namespace]) =>
    [...source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
  ),
];
