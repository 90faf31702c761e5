import { setTimeout as pause } from 'node:timers/promises';
import { type AmqpConnectionManager, connect } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import type { Log } from '../log.ts';
import { trustFault, trustIn } from '../trust.ts';

const REOPEN_MS = 1000;
/** A dead peer is noticed within three of these. */
const HEARTBEAT_SECONDS = 4;

/** A channel that is opened again whenever it or its connection closes. */
export interface KeptChannel {
  close(): Promise<void>;
}

export interface Broker {
  connected(): boolean;
  /** The broker has asked for no more messages: it is short of memory or disk. */
  blocked(): boolean;
  /** Keeps a channel open; `setUp` runs on every new one before it is used. */
  keepChannel(setUp: (channel: ConfirmChannel) => Promise<void>): KeptChannel;
  close(): Promise<void>;
}

function keepChannel(
  manager: AmqpConnectionManager,
  setUp: (channel: ConfirmChannel) => Promise<void>,
  log: Log,
): KeptChannel {
  let current: ConfirmChannel | undefined;
  let busy = false;
  let closed = false;

  const open = async (): Promise<void> => {
    const channel = await manager.connection?.createConfirmChannel();
    if (!channel) return;
    channel.on('error', (error) => log.warn({ err: error }, 'channel closed by the broker'));
    const ended = new Promise<void>((resolve) => channel.once('close', resolve));
    try {
      await setUp(channel);
      current = channel;
    } catch (error) {
      await channel.close().catch(() => undefined);
      throw error;
    }
    ended.then(() => {
      current = undefined;
      openAgain();
    });
  };
  const openNow = async (): Promise<void> => {
    if (busy || current || closed) return;
    busy = true;
    try {
      await open();
    } catch (error) {
      log.warn({ err: error }, 'channel could not be set up');
      openAgain();
    } finally {
      busy = false;
    }
  };
  const openAgain = async (): Promise<void> => {
    await pause(REOPEN_MS, undefined, { ref: false });
    await openNow();
  };

  manager.on('connect', openNow);
  openNow();

  return {
    async close() {
      closed = true;
      manager.removeListener('connect', openNow);
      await current?.close().catch(() => undefined);
    },
  };
}

/** Connects in the background and again after every loss; addresses, which hold passwords, are not logged. */
export function openBroker(url: string, log: Log, caFile?: string): Broker {
  const manager = connect([url], {
    connectionOptions: trustIn('AMQP_CA_FILE', caFile),
    heartbeatIntervalInSeconds: HEARTBEAT_SECONDS,
    reconnectTimeInSeconds: 1,
  });
  let blocked = false;
  manager.on('connect', () => log.info('broker connected'));
  manager.on('connectFailed', ({ err }) => log.warn({ err, ...trustFault(err) }, 'broker does not answer'));
  manager.on('disconnect', ({ err }) => {
    blocked = false;
    log.warn({ err }, 'broker connection lost');
  });
  manager.on('blocked', ({ reason }) => {
    blocked = true;
    log.warn({ reason }, 'broker takes no messages for now');
  });
  manager.on('unblocked', () => {
    blocked = false;
  });

  return {
    connected: () => manager.isConnected(),
    blocked: () => blocked,
    keepChannel: (setUp) => keepChannel(manager, setUp, log),
    close: () => manager.close(),
  };
}
