import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The contents of an image that npm does not list, as CycloneDX: Debian's packages, and Node if present. */
const format = ['Package', 'Version', 'Architecture'].map((field) => `\${${field}}`).join('\\t');
const listed = execFileSync('dpkg-query', ['--show', '--showformat', `${format}\\n`], { encoding: 'utf8' });

const packages = listed
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([name, version, architecture]) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
  }));
const version = process.versions.node;
const node = { type: 'application', name: 'node', version, purl: `pkg:generic/node@${version}` };

console.log(
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    components: [...(existsSync('/usr/local/bin/node') ? [node] : []), ...packages],
  }),
);
