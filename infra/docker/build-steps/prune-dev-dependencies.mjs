import { globSync, readFileSync, writeFileSync } from 'node:fs';

// npm installs workspaces for development and their dependencies even with --omit=dev (npm/cli#6670).
// This removes them from the manifests and the lock file, and the checkout's own Node: images have another copy.
const editJson = (file, edit) => {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
};

const prune = (manifest) => {
  delete manifest.devDependencies;
  delete manifest.optionalDependencies;
};

for (const file of globSync('{,*/,*/*/,*/*/*/}package.json')) editJson(file, prune);
editJson('package-lock.json', ({ packages }) => {
  for (const [path, manifest] of Object.entries(packages)) {
    if (!path.includes('node_modules/')) prune(manifest);
  }
});
