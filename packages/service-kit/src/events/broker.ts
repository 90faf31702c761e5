import { setTimeout as pause } from 'node:timers/promises';
import { type AmqpConnectionManager, connect } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import type { Log } from '../log.ts';
import { findTlsFault, loadTlsOptions } from '../tls.ts';

const REOPEN_MS = 500;
/** A dead peer is noticed within three heartbeats. */
const HEARTBEAT_SECONDS = 4;
/** A node that hangs accepts connections and never answers; heartbeats begin only after that. */
const HANDSHAKE_MS = 3000;

export interface ManagedChannel {
  close(): Promise<void>;
}

export interface Broker {
  isConnected(): boolean;
  /** The broker is short of memory or disk. */
  isBlocked(): boolean;
  openManagedChannel(setUp: SetUp): ManagedChannel;
  close(): Promise<void>;
}

type SetUp = (channel: ConfirmChannel) => Promise<void>;

/** Undefined without a connection. */
async function openChannel({ connection }: AmqpConnectionManager, setUp: SetUp, log: Log) {
  const channel = await connection?.createConfirmChannel();
  if (!channel) return undefined;
  channel.on('error', (error) => log.warn({ err: error }, 'channel closed by the broker'));
  const ended = new Promise<void>((resolve) => channel.once('close', resolve));
  try {
    await setUp(channel);
  } catch (error) {
    await channel.close().catch(() => undefined);
    throw error;
  }
  return { channel, ended };
}

function openManagedChannel(manager: AmqpConnectionManager, setUp: SetUp, log: Log): ManagedChannel {
  let current: ConfirmChannel | undefined;
  let isOpening = false;
  let closed = false;

  const open = async (): Promise<void> => {
    const opened = await openChannel(manager, setUp, log);
    if (!opened) return;
    current = opened.channel;
    opened.ended.then(() => {
      current = undefined;
      reopen();
    });
  };
  const tryOpen = async (): Promise<void> => {
    if (isOpening || current || closed) return;
    isOpening = true;
    try {
      await open();
    } catch (error) {
      log.warn({ err: error }, 'setting up a channel failed; trying again');
      reopen();
    } finally {
      isOpening = false;
    }
  };
  const reopen = async (): Promise<void> => {
    await pause(REOPEN_MS, undefined, { ref: false });
    await tryOpen();
  };

  manager.on('connect', tryOpen);
  tryOpen();

  return {
    async close() {
      closed = true;
      manager.removeListener('connect', tryOpen);
      await current?.close().catch(() => undefined);
    },
  };
}

/** Reconnects in the background. Logs no addresses, since they hold passwords. */
export function openBroker(url: string, log: Log, caFile?: string): Broker {
  const manager = connect([url], {
    connectionOptions: { ...loadTlsOptions('AMQP_CA_FILE', caFile), timeout: HANDSHAKE_MS },
    heartbeatIntervalInSeconds: HEARTBEAT_SECONDS,
    reconnectTimeInSeconds: 0.5,
  });
  let blocked = false;
  manager.on('connect', () => log.info('broker connected'));
  manager.on('connectFailed', ({ err }) =>
    log.warn({ err, ...findTlsFault(err) }, 'connecting to the broker failed; trying again'),
  );
  manager.on('disconnect', ({ err }) => {
    blocked = false;
    log.warn({ err }, 'broker connection lost');
  });
  manager.on('blocked', ({ reason }) => {
    blocked = true;
    log.warn({ reason }, 'the broker blocks publishing: check its memory and disk');
  });
  manager.on('unblocked', () => {
    blocked = false;
  });

  return {
    isConnected: () => manager.isConnected(),
    isBlocked: () => blocked,
    openManagedChannel: (setUp) => openManagedChannel(manager, setUp, log),
    close: () => manager.close(),
  };
}
