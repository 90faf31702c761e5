import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mapServices } from '@archaka/contracts';
import {
  deploy,
  openStore,
  publish,
  type Revision,
  requestChange,
  waitUntilServed,
} from '@archaka/slice-store';
import { writeSliceDist } from '@archaka/test-kit';
import type { RunningShell } from './running-shell.ts';

type Change = Pick<Parameters<typeof requestChange>[0], 'slice' | 'action' | 'transition'>;

/** Actions of teams on the slices of this shell. */
export function createDeployments({ store: folder, url, services }: RunningShell) {
  const portal = { shell: url, services: mapServices((service) => services[service].url) };

  /** Publishes a build of a slice; returns its version. */
  async function publishBuild(name: string, code: string): Promise<string> {
    const dist = await writeSliceDist(await mkdtemp(path.join(tmpdir(), 'built-')), { name, code });
    return publish({ store: await openStore(folder), name, dist });
  }

  /** Makes a change and waits until the shell has applied it. */
  async function applyChange(change: Change): Promise<Revision | undefined> {
    const revision = await requestChange({ store: await openStore(folder), portal, by: 'a test', ...change });
    if (revision && !(await waitUntilServed(url, revision.revision)))
      throw new Error('The shell has not seen it.');
    return revision;
  }

  return {
    publishBuild,
    applyChange,
    async deployBuild(name: string, code: string): Promise<string> {
      const version = await publishBuild(name, code);
      await applyChange({ slice: name, action: 'deploy', transition: deploy(version) });
      return version;
    },
  };
}
