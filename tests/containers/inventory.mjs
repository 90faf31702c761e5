import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';

// Runs inside an image and prints its content.

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const packages = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: '/portal' })
  .map((file) => ({ path: file.replace(/\/package\.json$/, ''), ...readJson(`/portal/${file}`) }))
  .filter(({ name }) => name)
  .map(({ path, name, version }) => ({ path, name, version }));

const sources = globSync('**/*.ts', { cwd: '/portal', exclude: (name) => name === 'node_modules' }).map(
  (path) => ({ path, sha256: hash('sha256', readFileSync(`/portal/${path}`)) }),
);

console.log(
  JSON.stringify({
    packages,
    sources,
    tests: globSync('/portal/**/*.test.*').filter((file) => !file.includes('/node_modules/')),
    sbom: { npm: readJson('/sbom/npm.cdx.json'), system: readJson('/sbom/system.cdx.json') },
    settings: ['/root/.npmrc', '/portal/.env', '/portal/.npmrc'].filter((file) => existsSync(file)),
  }),
);
