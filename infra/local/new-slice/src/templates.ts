import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewSlice } from './options.ts';
import { createPackageJson } from './package-json.ts';
import { renderKubernetesService } from './registrations/kubernetes.ts';

const templates = join(import.meta.dirname, '../templates');

/** The files of a new slice by path relative to the checkout: the templates with its name. */
export function renderTemplates({ kind, folder, name }: NewSlice, root: string): Map<string, string> {
  const files = new Map<string, string>();
  const put = (path: string, text: string) => files.set(replaceName(path, name), replaceName(text, name));
  for (const path of listFiles(join(templates, kind))) {
    put(join(folder, path), readFileSync(join(templates, kind, path), 'utf8'));
  }
  if (kind === 'service') {
    for (const path of listFiles(join(templates, 'contracts'))) {
      put(`packages/contracts/src/${name}/${path}`, readFileSync(join(templates, 'contracts', path), 'utf8'));
    }
    for (const path of ['jest.config.mjs', 'tsconfig.json']) {
      files.set(`${folder}/${path}`, readFileSync(join(root, siblings.service, path), 'utf8'));
    }
    files.set(`infra/k8s/base/${folder}.yaml`, renderKubernetesService({ folder, root }));
    files.set(`${folder}/package.json`, createPackageJson(files.get(`${folder}/package.json`) ?? '', root));
  } else {
    // Files that are the same in all remotes are copied from one of them.
    for (const path of ['package.json', 'rspack.config.ts', 'jest.config.mjs', 'tsconfig.json']) {
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
export const sliceExists = ({ folder, name, kind }: NewSlice, root: string): boolean =>
  existsSync(join(root, folder)) ||
  (kind === 'service' && existsSync(join(root, 'packages/contracts/src', name)));
