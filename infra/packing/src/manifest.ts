import { compiledName } from './compile.ts';
import type { Manifest } from './workspaces.ts';

/** The manifest of a package as it is published: of what is compiled, with the types beside it. */
export function publishedManifest({ devDependencies: _, ...manifest }: Manifest): object {
  return {
    ...manifest,
    private: false,
    ...(manifest.main && { main: compiledName(manifest.main) }),
    ...(manifest.exports && {
      exports: Object.fromEntries(
        Object.entries(manifest.exports).map(([name, file]) => [name, exported(file)]),
      ),
    }),
  };
}

const exported = (file: string) =>
  /\.tsx?$/.test(file) ? { types: file.replace(/\.tsx?$/, '.d.ts'), default: compiledName(file) } : file;
