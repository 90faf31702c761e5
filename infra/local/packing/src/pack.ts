import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder } from '@archaka/service-kit/command-line';
import { sources } from '@archaka/slice-tools/sources';
import { transform } from '@swc/core';
import { type Manifest, root, type Workspace } from './workspaces.ts';

/** Excluded: tests, and files of npm or a build. */
const excluded = /(^|\/)(node_modules|dist|test)(\/|$)|\.test\.tsx?$/;

/** Writes a tarball of each package to a folder. @returns their files */
export async function pack(packages: readonly Workspace[], folder: string): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'packing-'));
  try {
    const types = join(scratch, 'types');
    await emitDeclarations(types);
    createFolder(folder);
    return await Promise.all(
      packages.map(async (workspace) => {
        const packageFolder = join(scratch, workspace.folder);
        await assemble(workspace, { types, packageFolder });
        return createTarball(packageFolder, folder);
      }),
    );
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** A published package: compiled sources with their declarations, all other files unchanged. */
async function assemble(
  { folder, manifest }: Workspace,
  { types, packageFolder }: { types: string; packageFolder: string },
): Promise<void> {
  const from = join(root, folder);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(from.length + 1));
  for (const file of files.filter((each) => !excluded.test(each))) {
    const to = join(packageFolder, toCompiledName(file));
    await mkdir(dirname(to), { recursive: true });
    if (!isSource(file)) {
      await copyFile(join(from, file), join(packageFolder, file));
      continue;
    }
    await writeFile(to, await compile(await readFile(join(from, file), 'utf8'), join(from, file)));
    const declaration = file.replace(/\.tsx?$/, '.d.ts');
    if (existsSync(join(types, folder, declaration)))
      await copyFile(join(types, folder, declaration), join(packageFolder, declaration));
  }
  await writeFile(
    join(packageFolder, 'package.json'),
    JSON.stringify(toPublishedManifest(manifest), null, 2),
  );
}

/** Modules that are JavaScript already import sources, too. */
const isSource = (file: string) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts');

async function createTarball(packageFolder: string, folder: string): Promise<string> {
  const args = ['pack', packageFolder, '--pack-destination', folder, '--ignore-scripts', '--json'];
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 64e6 });
  const [{ filename }] = JSON.parse(stdout);
  return join(folder, filename);
}

/** Other files of a package that a source names by URL. */
const sourceReferences = /(import\.meta\.resolve\(|new URL\()('[^']+)\.tsx?'/g;

/** Its types lack the last of these. */
const publishOptions = { ...sources.jsc, rewriteRelativeImportExtensions: true };

/** Node strips no types below node_modules, so a package is published as JavaScript: a source as a module of it. */
export async function compile(text: string, file: string): Promise<string> {
  const { code } = await transform(text, { filename: file, swcrc: false, jsc: publishOptions });
  return code.replaceAll(sourceReferences, "$1$2.js'");
}

/** `src/index.ts` is `src/index.js` in the package. */
const toCompiledName = (file: string): string => file.replace(/\.tsx?$/, '.js');

/** Writes the declarations of all our packages to a folder, at the paths of their sources in the checkout. */
async function emitDeclarations(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  for (const name of ['tsconfig.packages.json', 'tsconfig.web-packages.json']) {
    const project = join(import.meta.dirname, '..', name);
    const emitted = promisify(execFile)(tsc, ['-p', project, '--outDir', folder], { maxBuffer: 64e6 });
    await emitted.catch(({ stdout }) => {
      throw new Error(`Writing the type declarations of ${name} failed:\n${stdout}`);
    });
  }
}

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
