import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ofEachService } from '@archaka/contracts';
import { askForChange, deploy, openStore, publish, type Revision, untilShown } from '@archaka/slice-store';
import { sliceDist } from '@archaka/test-kit';
import type { RunningShell } from './running-shell.ts';

type Change = Pick<Parameters<typeof askForChange>[0], 'slice' | 'action' | 'step'>;

/** What teams do to the slices of this shell. */
export function deployments({ store: folder, url, services }: RunningShell) {
  const portal = { shell: url, services: ofEachService((service) => services[service].url) };

  /** Publishes a build of a slice; gives its version. */
  async function published(name: string, code: string): Promise<string> {
    const dist = await sliceDist(await mkdtemp(path.join(tmpdir(), 'built-')), { name, code });
    return publish({ store: await openStore(folder), name, dist });
  }

  /** Makes a change and waits until the shell has taken it up. */
  async function changed(change: Change): Promise<Revision | undefined> {
    const revision = await askForChange({ store: await openStore(folder), portal, by: 'a test', ...change });
    if (revision && !(await untilShown(url, revision.revision)))
      throw new Error('The shell has not seen it.');
    return revision;
  }

  return {
    published,
    changed,
    async deployed(name: string, code: string): Promise<string> {
      const version = await published(name, code);
      await changed({ slice: name, action: 'deploy', step: deploy(version) });
      return version;
    },
  };
}
