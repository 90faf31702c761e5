import { join } from 'node:path';
import { type FaultyProxy, findOrInstallMongod, freePorts, startReplicaSet } from '@archaka/engines';
import { claimPortalPorts, startPortal } from '@archaka/test-kit';
import type { Chance } from '../chance.ts';
import { noteDisturbances } from '../watch/disturbances.ts';
import { measureRecoveries } from '../watch/recoveries.ts';
import { startBroker } from './broker.ts';
import { startNetwork } from './lines.ts';
import { giveOrders, type Orders } from './orders.ts';
import type { Stage } from './stage.ts';

const MEMBERS = 3;
/** The simulator's, from the portal's. */
const SIMULATOR = 6;

/** Ends what was opened, the last first. */
export type Closing = (() => Promise<unknown>)[];

const at = ({ port }: Pick<FaultyProxy, 'port'>) => `127.0.0.1:${port}`;

/** The same address, with the line's port in place of the server's. */
function over(line: FaultyProxy, url: string): string {
  const address = new URL(url);
  address.port = String(line.port);
  return address.href;
}

interface Options {
  /** A new one, for the data of all engines. */
  readonly folder: string;
  readonly chance: Chance;
  /** Given what ends each piece, as soon as it has begun. */
  readonly closing: Closing;
  /** For the portal, beside its stores' addresses. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts store, broker, network and the portal on them, with clocks that are wrong. */
export async function startStage({ folder, chance, closing, env }: Options): Promise<Stage> {
  const opened = async <Piece extends { stop(): Promise<void> }>(opening: Promise<Piece>): Promise<Piece> => {
    const piece = await opening;
    closing.unshift(() => piece.stop());
    return piece;
  };
  const network = await opened(startNetwork());
  const [brokerPort = 0, ...memberPorts] = await freePorts(MEMBERS + 1);
  const ports = await claimPortalPorts();
  const toMembers = await Promise.all(memberPorts.map(network.lineTo));
  const toBroker = await network.lineTo(brokerPort);
  const toProvider = await network.lineTo(ports.basePort + SIMULATOR);

  const members = memberPorts.map((port, place) => ({
    port,
    advertised: at(toMembers[place] as FaultyProxy),
  }));
  const mongod = await findOrInstallMongod();
  const [store, broker] = await Promise.all([
    opened(startReplicaSet({ mongod, dataDir: join(folder, 'mongod'), members })),
    opened(startBroker({ dataDir: join(folder, 'rabbitmq'), port: brokerPort })),
  ]);
  const orders: Orders = await giveOrders(join(folder, 'orders'), chance);
  const addresses = {
    MONGO_URL: store.url,
    AMQP_URL: over(toBroker, broker.url),
    BROKER_PASSWORDS: JSON.stringify(broker.passwords),
    RAZORPAY_URL: `http://${at(toProvider)}`,
    NODE_OPTIONS: orders.NODE_OPTIONS,
  };
  const portal = await opened(startPortal({ ports, env: { ...env, ...addresses } }));
  const disturbances = noteDisturbances();
  const lines = { MongoDB: toMembers, RabbitMQ: [toBroker], Razorpay: [toProvider] };
  return { portal, store, broker, lines, orders, disturbances, recoveries: measureRecoveries(disturbances) };
}
