import type { Machine } from '@archaka/engines';
import { runCommand } from './run-command.ts';

const BRIDGE = 'chaos';
const NETWORK = '10.77.0';
/** Our host, with applicants and balancers. */
export const OWN_HOST = `${NETWORK}.1`;

/** A machine of the run: a network namespace on the bridge. */
export interface ClusterMachine extends Machine {
  /** `mongo-1`. */
  readonly name: string;
  /** Drops packets from these addresses; packets to them still arrive. */
  dropFrom(hosts: readonly string[]): Promise<void>;
  /** Ends all drops. */
  restore(): Promise<void>;
}

/** A set of addresses whose incoming packets are dropped silently, as by a cut wire. */
const DROP_RULES = [
  'add table inet chaos',
  'add set inet chaos dropped { type ipv4_addr; }',
  'add chain inet chaos input { type filter hook input priority 0; }',
  'add rule inet chaos input ip saddr @dropped drop',
].join('\n');

/** Creates the bridge between all machines and us. */
export async function createBridge(): Promise<void> {
  await runCommand(['ip', 'link', 'add', BRIDGE, 'type', 'bridge']);
  await runCommand(['ip', 'addr', 'add', `${OWN_HOST}/24`, 'dev', BRIDGE]);
  await runCommand(['ip', 'link', 'set', BRIDGE, 'up']);
}

/**
 * Creates a machine on the bridge.
 * @param number last part of its address, 2 to 254
 * @param prefix further start of the command line of processes there
 */
export async function createMachine(
  name: string,
  number: number,
  prefix: readonly string[] = [],
): Promise<ClusterMachine> {
  const host = `${NETWORK}.${number}`;
  const inside = ['nsenter', `--net=/run/netns/${name}`, '--'];
  await runCommand(['ip', 'netns', 'add', name]);
  await runCommand(['ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name]);
  await runCommand(['ip', 'link', 'set', name, 'master', BRIDGE, 'up']);
  await runCommand([...inside, 'ip', 'addr', 'add', `${host}/24`, 'dev', 'eth0']);
  await runCommand([...inside, 'ip', 'link', 'set', 'eth0', 'up']);
  await runCommand([...inside, 'ip', 'link', 'set', 'lo', 'up']);
  await runCommand([...inside, 'nft', DROP_RULES]);
  return {
    name,
    host,
    prefix: [...inside, ...prefix],
    dropFrom: (hosts) =>
      runCommand([...inside, 'nft', `add element inet chaos dropped { ${hosts.join(', ')} }`]),
    restore: () => runCommand([...inside, 'nft', 'flush set inet chaos dropped']),
  };
}

/** Drops all packets between the two sides, in both directions. */
export async function partition(
  side: readonly ClusterMachine[],
  others: readonly ClusterMachine[],
): Promise<void> {
  const toHosts = (machines: readonly ClusterMachine[]) => machines.map(({ host }) => host);
  await Promise.all([
    ...side.map((machine) => machine.dropFrom(toHosts(others))),
    ...others.map((machine) => machine.dropFrom(toHosts(side))),
  ]);
}
