import type { Examination, PublicRoute, Service } from '@archaka/contracts';
import type { Router } from 'express';
import type * as z from 'zod';
import type { AuditLog } from './audit-log.ts';
import type { Guard } from './auth/authenticator.ts';
import type { BaseConfig } from './config.ts';
import type { EventHandler } from './events/handle-message.ts';
import type { EventPublisher } from './events/outbox.ts';
import type { CallHandler } from './http/call-handler.ts';
import type { AuthenticateStaff } from './http/call-routes.ts';
import type { Job } from './jobs.ts';
import type { Log } from './log.ts';
import type { Database } from './persistence/database.ts';
import type { HeldKeys } from './persistence/instances.ts';
import type { WorkQueue } from './queue/work-queue.ts';
import type { ServiceClient } from './service-client.ts';

export interface ServiceContext<Config extends BaseConfig = BaseConfig> {
  readonly log: Log;
  readonly db: Database;
  readonly audit: AuditLog;
  readonly events: EventPublisher;
  readonly services: ServiceClient;
  readonly config: Config;
  readonly examination: Examination;
  readonly guard: Guard;
}

interface Listener {
  readonly port: number;
  readonly router: Router;
}

export interface ServiceModule {
  readonly handlers: readonly CallHandler[];
  /** Of the service with calls for staff. */
  readonly authenticateStaff?: AuthenticateStaff;
  /** Routes outside the table of calls. Guard them with `context.guard`. */
  readonly routes?: (router: Router) => void;
  readonly publicRoutes?: readonly PublicRoute[];
  readonly eventHandlers?: readonly EventHandler[];
  readonly jobs?: readonly Job[];
  readonly queues?: readonly WorkQueue[];
  readonly listeners?: readonly Listener[];
  readonly keys?: HeldKeys;
  /** Variables of `keys` that need the same write key on all instances. A start waits for instances that differ. */
  readonly exclusiveKeys?: readonly string[];
  /** Runs last at a stop, with no request, message or job in flight. */
  readonly close?: () => Promise<void>;
  readonly ready?: () => Promise<void>;
}

export interface ServiceDefinition<Config extends BaseConfig> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly build: (context: ServiceContext<Config>) => ServiceModule | Promise<ServiceModule>;
}
