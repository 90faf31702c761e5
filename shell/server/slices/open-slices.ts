import type { Log } from '@archaka/service-kit/server';
import { openStore, type SliceStore } from '@archaka/slice-store';
import type { Request, Response } from 'express';
import type { ShellConfig } from '../config.ts';
import { followRegistry } from './follow-registry.ts';
import { type Shown, shownTo } from './offer.ts';
import { createTrust, type Trust } from './trust.ts';
import { visitorOf } from './visitor.ts';

export interface Slices {
  readonly store: SliceStore;
  readonly trust: Trust;
  /** The slices as whoever asks gets them. */
  readonly slicesFor: (request: Request, response: Response) => Shown;
  readonly stop: () => void;
}

type Settings = Pick<ShellConfig, 'SLICE_STORE' | 'SLICE_JWKS' | 'SLICE_FILES_URL' | 'PORTAL_ORIGIN'>;

/** Opens the slice store and follows its registry. */
export async function openSlices(config: Settings, log: Log): Promise<Slices> {
  const store = await openStore(config.SLICE_STORE);
  const files = config.SLICE_FILES_URL?.replace(/\/+$/, '') ?? '/slices';
  const trust = createTrust(store, config.SLICE_JWKS?.keys);
  const { offer, stop } = await followRegistry({ store, trust, files, log });
  const secure = config.PORTAL_ORIGIN.startsWith('https:');
  return {
    store,
    trust,
    slicesFor: (request, response) => shownTo(offer(), () => visitorOf(request, response, { secure })),
    stop,
  };
}
