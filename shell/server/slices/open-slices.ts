import type { Log } from '@archaka/service-kit/server';
import { openStore, type SliceStore } from '@archaka/slice-store';
import type { Request, Response } from 'express';
import type { ShellConfig } from '../config.ts';
import { type BuildVerifier, createBuildVerifier, followRegistry } from './follow-registry.ts';
import { identifyVisitor, selectForVisitor, type VisitorRegistry } from './resolved-registry.ts';

export interface Slices {
  readonly store: SliceStore;
  readonly verifyBuild: BuildVerifier;
  readonly selectSlices: (request: Request, response: Response) => VisitorRegistry;
  readonly stop: () => void;
}

type SliceConfig = Pick<ShellConfig, 'SLICE_STORE' | 'SLICE_JWKS' | 'SLICE_FILES_URL' | 'PORTAL_ORIGIN'>;

export async function openSlices(config: SliceConfig, log: Log): Promise<Slices> {
  const store = await openStore(config.SLICE_STORE);
  const files = config.SLICE_FILES_URL?.replace(/\/+$/, '') ?? '/slices';
  const verifyBuild = createBuildVerifier(store, config.SLICE_JWKS?.keys);
  const { current, stop } = await followRegistry({ store, verifyBuild, files, log });
  const secure = config.PORTAL_ORIGIN.startsWith('https:');
  return {
    store,
    verifyBuild,
    selectSlices: (request, response) =>
      selectForVisitor(current(), () => identifyVisitor(request, response, { secure })),
    stop,
  };
}
