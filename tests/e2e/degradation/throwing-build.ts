import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../stages/stage.ts';

const COPIED_ENTRIES = [
  'SignIn',
  'UserMenu',
  'Application',
  'UpdateApplication',
  'CheckReadiness',
  'History',
  'PaymentStatus',
];

/** Creates a copy of the remote's build whose exported components throw when rendered; returns its folder. */
export async function createThrowingBuild(remote: string): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'throwing-'));
  await cp(join(ROOT, remote, 'dist'), dist, { recursive: true });
  const { metaData } = JSON.parse(await readFile(join(dist, 'mf-manifest.json'), 'utf8'));
  const entry = join(dist, metaData.remoteEntry.name);
  const container = remote.replaceAll('-', '_');
  const code = `
;{
  const real = ${container};
  const broken = () => { throw new RangeError('broken'); };
  const door = Object.fromEntries(${JSON.stringify(COPIED_ENTRIES)}.map((name) => [name, broken]));
  ${container} = { init: (...given) => real.init(...given), get: async () => () => ({ default: door }) };
}
`;
  await writeFile(entry, (await readFile(entry, 'utf8')) + code);
  // The compressed files contain the unchanged entry.
  await Promise.all(['.br', '.gz'].map((suffix) => rm(entry + suffix, { force: true })));
  return dist;
}
