import { renameSync, writeFileSync } from 'node:fs';
import {
  askForChange,
  deploy,
  openStore,
  type PortalAddresses,
  Refusal,
  untilShown,
} from '@archaka/slice-store';
import { deployedByStart, type Published, recordIn } from './publish.ts';

interface Options {
  /** SLICE_STORE. */
  folder: string;
  portal: PortalAddresses;
  tell: (line: string) => void;
}

/** Deploys what was published anew, and waits until pages bring it; what was deployed otherwise since then stays. */
export async function deployNew(published: Published[], { folder, portal, tell }: Options): Promise<void> {
  const store = await openStore(folder);
  let last = 0;
  for (const { name, stamp, version } of published) {
    try {
      const change = { slice: name, action: 'deploy', step: deploy(version), by: 'npm start' } as const;
      const revision = await askForChange({ store, portal, ...change });
      last = revision?.revision ?? last;
      remember(folder, { ...deployedByStart(folder), [name]: stamp });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(`${name} was built anew and is not deployed. ${error.message}`);
    }
  }
  await untilShown(portal.shell, last);
}

function remember(folder: string, deployed: Record<string, string>): void {
  const record = recordIn(folder);
  writeFileSync(`${record}.new`, JSON.stringify(deployed));
  renameSync(`${record}.new`, record);
}
