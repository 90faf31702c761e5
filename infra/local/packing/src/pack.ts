import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder } from '@archaka/service-kit/command-line';
import { compile, toCompiledName } from './compile.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { toPublishedManifest } from './manifest.ts';
import { root, type Workspace } from './workspaces.ts';

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
