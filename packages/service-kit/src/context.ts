import type { EventDefinition, Examination, PublicRoute } from '@archaka/contracts';
import type { Router } from 'express';
import type * as z from 'zod';
import type { BaseConfig } from './config.ts';
import type { EventHandler } from './events/event-handler.ts';
import type { CallHandler } from './http/call-handler.ts';
import type { Guard } from './http/guard.ts';
import type { Job } from './jobs.ts';
import type { HeldKeys } from './keyring/instances.ts';
import type { Log } from './log.ts';
import type { Database } from './persistence/database.ts';
import type { WorkQueue } from './queue/work-queue.ts';
import type { ServiceClient } from './service-client.ts';

export interface EventPublisher {
  /**
   * Writes the event to the outbox of the transaction it is called in; it leaves once that commits.
   * @throws when called outside `db.transaction`, or for an event the service does not publish.
   */
  publish<Data extends z.ZodType>(definition: EventDefinition<Data>, data: z.input<Data>): Promise<void>;
}

/** What a service is built with. */
export interface ServiceContext<Config extends BaseConfig = BaseConfig> {
  readonly log: Log;
  readonly db: Database;
  readonly events: EventPublisher;
  readonly services: ServiceClient;
  readonly config: Config;
  /** The examination of EXAM_FILE. */
  readonly examination: Examination;
  readonly guard: Guard;
}

/** A port of its own beside the service's, with the same headers, logs and errors. */
export interface Listener {
  readonly port: number;
  readonly router: Router;
}

/** What a service is made of. */
export interface ServiceModule {
  readonly handlers: readonly CallHandler[];
  /** Adds routes outside the table of calls; guard them with `context.guard`. */
  readonly routes?: (router: Router) => void;
  /** Which of these routes the gateway opens to the public. */
  readonly publicRoutes?: readonly PublicRoute[];
  readonly eventHandlers?: readonly EventHandler[];
  readonly jobs?: readonly Job[];
  readonly queues?: readonly WorkQueue[];
  readonly listeners?: readonly Listener[];
  /** The keys that may be rotated, so that a rotation knows what this instance has. */
  readonly keys?: HeldKeys;
  /** Which of them no two instances may write with differently; a start waits for the end of those that do. */
  readonly exclusiveKeys?: readonly string[];
  /** Runs last at a stop, when no request, message or job is in hand any more. */
  readonly close?: () => Promise<void>;
  /** Rejects while something of the service's own is not ready. */
  readonly ready?: () => Promise<void>;
}
