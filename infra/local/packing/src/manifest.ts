import { toCompiledName } from './compile.ts';
import type { Manifest } from './workspaces.ts';

/** The manifest of a published package: the compiled files, with their types. */
export function toPublishedManifest({ devDependencies: _, ...manifest }: Manifest): object {
  return {
    ...manifest,
    private: false,
    ...(manifest.main && { main: toCompiledName(manifest.main) }),
    ...(manifest.exports && {
      exports: Object.fromEntries(
        Object.entries(manifest.exports).map(([name, file]) => [name, toPublishedExport(file)]),
      ),
    }),
  };
}

const toPublishedExport = (file: string) =>
  /\.tsx?$/.test(file) ? { types: file.replace(/\.tsx?$/, '.d.ts'), default: toCompiledName(file) } : file;
