import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import type { NewSlice } from './options.ts';
import { renderKubernetesService } from './registrations/kubernetes.ts';
import { selectRegistrations } from './registrations/registrations.ts';

/**
 * Makes a slice in this checkout, completely or not at all.
 * @returns the written files, relative to the checkout
 * @throws CommandError
 */
export function scaffoldSlice(options: NewSlice, root: string): string[] {
  if (sliceExists(options, root)) throw new CommandError(`${options.folder} exists already.`);
  const files = new Map([...renderTemplates(options, root), ...applyRegistrations(options, root)]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...files.keys()];
}

function applyRegistrations(options: NewSlice, root: string): [path: string, text: string][] {
  return selectRegistrations(options, root).map(({ file, add }) => {
    try {
      return [file, add(readFileSync(join(root, file), 'utf8'), options)];
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(`${file}: ${error.message}`);
      throw error;
    }
  });
}

const templates = join(import.meta.dirname, '../templates');

/** The files of a new slice by path relative to the checkout: the templates with its name. */
function renderTemplates({ kind, folder, name }: NewSlice, root: string): Map<string, string> {
  const files = new Map<string, string>();
  const put = (path: string, text: string) => files.set(replaceName(path, name), replaceName(text, name));
  for (const path of listFiles(join(templates, kind))) {
    put(join(folder, path), readFileSync(join(templates, kind, path), 'utf8'));
  }
  if (kind === 'service') {
    for (const path of listFiles(join(templates, 'contracts'))) {
      put(`packages/contracts/src/${name}/${path}`, readFileSync(join(templates, 'contracts', path), 'utf8'));
    }
    files.set(`${folder}/tsconfig.json`, readFileSync(join(root, siblings.service, 'tsconfig.json'), 'utf8'));
    files.set(`infra/k8s/base/${folder}.yaml`, renderKubernetesService({ folder, root }));
    files.set(`${folder}/package.json`, createPackageJson(files.get(`${folder}/package.json`) ?? '', root));
  } else {
    // Files that are the same in all remotes are copied from one of them.
    for (const path of ['package.json', 'rspack.config.ts', 'tsconfig.json']) {
      const text = readFileSync(join(root, siblings.remote, path), 'utf8');
      files.set(`${folder}/${path}`, text.replaceAll(siblings.remote, folder));
    }
  }
  return files;
}

const siblings = { remote: 'mf-history', service: 'svc-auth' };

/** Replaces the sample's name by the new one, in paths too. */
const replaceName = (text: string, name: string): string =>
  text.replaceAll('sample', name).replaceAll('Sample', name.charAt(0).toUpperCase() + name.slice(1));

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** Whether the slice exists already. */
const sliceExists = ({ folder, name, kind }: NewSlice, root: string): boolean =>
  existsSync(join(root, folder)) ||
  (kind === 'service' && existsSync(join(root, 'packages/contracts/src', name)));

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Services whose dependencies define the versions. */
const examples = ['svc-payment', 'svc-auth'];

/** A package.json with the versions of the other services. */
function createPackageJson(text: string, root: string): string {
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
