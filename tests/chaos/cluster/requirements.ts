import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Programs and their Debian packages, in the order in which a run needs them. */
const PACKAGES = {
  unshare: 'util-linux',
  setpriv: 'util-linux',
  nsenter: 'util-linux',
  ip: 'iproute2',
  nft: 'nftables',
  'mkfs.ext4': 'e2fsprogs',
} as const;

/** The capabilities of a machine. */
export interface Capabilities {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly hasProgram: (name: string) => Promise<boolean>;
  /** Whether this process may create namespaces. */
  readonly canUnshare: () => Promise<boolean>;
}

const succeeds = (file: string, args: readonly string[]): Promise<boolean> =>
  promisify(execFile)(file, args).then(
    () => true,
    () => false,
  );

export const readCapabilities = async (): Promise<Capabilities> => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  hasProgram: (name) => succeeds('/bin/sh', ['-c', 'command -v "$0"', name]),
  canUnshare: () => succeeds('unshare', ['--net', '--mount', '--pid', '--fork', 'true']),
});

/** Lists the missing requirements of a run on a cluster, as sentences; empty when none is missing. */
export async function listMissing(capabilities: Capabilities): Promise<string[]> {
  if (capabilities.platform !== 'linux') return ['It needs Linux namespaces.'];
  if (!capabilities.isRoot) return ['It needs root for namespaces and mounts.'];
  const packages = new Set<string>();
  for (const [program, name] of Object.entries(PACKAGES)) {
    if (!(await capabilities.hasProgram(program))) packages.add(name);
  }
  if (packages.size > 0) return [`Install these packages: ${[...packages].join(', ')}.`];
  if (!(await capabilities.canUnshare())) return ['This machine does not permit namespaces.'];
  return [];
}
