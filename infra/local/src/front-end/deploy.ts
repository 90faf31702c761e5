import { renameSync, writeFileSync } from 'node:fs';
import {
  CommandError,
  deploy,
  openStore,
  type PortalAddresses,
  requestChange,
  waitUntilServed,
} from '@archaka/slice-store';
import { getRecordPath, type PublishedRemote, readDeployed } from './publish.ts';

interface DeployOptions {
  /** SLICE_STORE. */
  folder: string;
  portal: PortalAddresses;
  report: (line: string) => void;
}

/** Deploys newly published builds, and waits until pages contain them; later deployments by others stay. */
export async function deployChanged(
  published: PublishedRemote[],
  { folder, portal, report }: DeployOptions,
): Promise<void> {
  const store = await openStore(folder);
  let lastRevision = 0;
  for (const { name, stamp, version } of published) {
    try {
      const change = { slice: name, action: 'deploy', transition: deploy(version), by: 'npm start' } as const;
      const revision = await requestChange({ store, portal, ...change });
      lastRevision = revision?.revision ?? lastRevision;
      recordDeployed(folder, { ...readDeployed(folder), [name]: stamp });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      report(`${name} was rebuilt but not deployed. ${error.message}`);
    }
  }
  await waitUntilServed(portal.shell, lastRevision);
}

function recordDeployed(folder: string, deployed: Record<string, string>): void {
  const record = getRecordPath(folder);
  writeFileSync(`${record}.new`, JSON.stringify(deployed));
  renameSync(`${record}.new`, record);
}
