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

type SetUp = (channel: ConfirmChannel) => Promise<void>;

/**
 * A channel that is opened again after it closes or its set-up fails. The library's wrapper waits for the next
 * connection then, repeats messages on its own, and acknowledges deliveries of a closed channel on the next one.
 */
class ManagedChannel {
  readonly #manager: AmqpConnectionManager;
  readonly #setUp: SetUp;
  readonly #log: Log;
  #current: ConfirmChannel | undefined;
  #isOpening = false;
  #isClosed = false;

  constructor(manager: AmqpConnectionManager, setUp: SetUp, log: Log) {
    this.#manager = manager;
    this.#setUp = setUp;
    this.#log = log;
    manager.on('connect', this.#open);
    this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#manager.removeListener('connect', this.#open);
    await this.#current?.close().catch(() => undefined);
  }

  readonly #open = async (): Promise<void> => {
    if (this.#isOpening || this.#current || this.#isClosed) return;
    this.#isOpening = true;
    try {
      const channel = await this.#manager.connection?.createConfirmChannel();
      if (channel) await this.#use(channel);
    } catch (error) {
      this.#log.warn({ err: error }, 'setting up a channel failed; trying again');
      this.#reopen();
    } finally {
      this.#isOpening = false;
    }
  };

  async #use(channel: ConfirmChannel): Promise<void> {
    channel.on('error', (error) => this.#log.warn({ err: error }, 'channel closed by the broker'));
    const ended = new Promise<void>((resolve) => channel.once('close', resolve));
    try {
      await this.#setUp(channel);
    } catch (error) {
      await channel.close().catch(() => undefined);
      throw error;
    }
    this.#current = channel;
    ended.then(() => {
      this.#current = undefined;
      this.#reopen();
    });
  }

  async #reopen(): Promise<void> {
    await pause(REOPEN_MS, undefined, { ref: false });
    await this.#open();
  }
}

/** Reconnects in the background. Logs no addresses, since they hold passwords. */
export class Broker {
  readonly #manager: AmqpConnectionManager;
  readonly #log: Log;
  #isBlocked = false;

  constructor(url: string, log: Log, caFile?: string) {
    this.#log = log;
    this.#manager = connect([url], {
      connectionOptions: { ...loadTlsOptions('AMQP_CA_FILE', caFile), timeout: HANDSHAKE_MS },
      heartbeatIntervalInSeconds: HEARTBEAT_SECONDS,
      reconnectTimeInSeconds: 0.5,
    });
    this.#manager.on('connect', () => log.info('broker connected'));
    this.#manager.on('connectFailed', ({ err }) =>
      log.warn({ err, ...findTlsFault(err) }, 'connecting to the broker failed; trying again'),
    );
    this.#manager.on('disconnect', ({ err }) => {
      this.#isBlocked = false;
      log.warn({ err }, 'broker connection lost');
    });
    this.#manager.on('blocked', ({ reason }) => {
      this.#isBlocked = true;
      log.warn({ reason }, 'the broker blocks publishing: check its memory and disk');
    });
    this.#manager.on('unblocked', () => {
      this.#isBlocked = false;
    });
  }

  isConnected(): boolean {
    return this.#manager.isConnected();
  }

  /** The broker is short of memory or disk. */
  isBlocked(): boolean {
    return this.#isBlocked;
  }

  openManagedChannel(setUp: SetUp): Pick<ManagedChannel, 'close'> {
    return new ManagedChannel(this.#manager, setUp, this.#log);
  }

  close(): Promise<void> {
    return this.#manager.close();
  }
}
