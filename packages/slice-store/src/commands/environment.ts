import path from 'node:path';
import { mapAddressVariables, mapServices, toAddressVariable } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import type { PortalAddresses } from '../portal.ts';
import { type SliceKey, type SliceSigningKey, sliceKeySet, sliceSigningKey } from '../signature.ts';
import { openStore, type SliceStore } from '../store.ts';

export const root = path.join(import.meta.dirname, '../../../..');

export const getDistFolder = (name: string, dist?: string): string =>
  path.resolve(dist ?? path.join(root, name, 'dist'));

const address = z.url({ protocol: /^https?$/ });
const addresses = z.object({ SHELL_URL: address, ...mapAddressVariables(() => address) });

/** @throws CommandError that names the variable */
export function openStoreFromEnv(env: NodeJS.ProcessEnv): Promise<SliceStore> {
  if (!env.SLICE_STORE)
    throw new CommandError('SLICE_STORE must name the location of the slices: a folder, or s3://….');
  return openStore(env.SLICE_STORE);
}

/** @throws CommandError that names missing or invalid variables */
export function getPortalAddresses(env: NodeJS.ProcessEnv): PortalAddresses {
  const { data, error } = addresses.safeParse(env);
  if (!data) {
    const names = new Set(error.issues.map(({ path }) => path.join()));
    throw new CommandError(
      `No portal runs here, so compatibility cannot be checked: start it, name its DATA_DIR, or set ${[...names].join(', ')}.`,
    );
  }
  return { shell: data.SHELL_URL, services: mapServices((service) => data[toAddressVariable(service)]) };
}

/** SLICE_KEY. @throws CommandError for an invalid key */
export const findSigningKey = ({ SLICE_KEY }: NodeJS.ProcessEnv): SliceSigningKey | undefined =>
  SLICE_KEY ? parseJson(sliceSigningKey, 'SLICE_KEY', SLICE_KEY) : undefined;

/** SLICE_JWKS, if set. @throws CommandError for an invalid key set */
export const findTrustedKeys = ({ SLICE_JWKS }: NodeJS.ProcessEnv): SliceKey[] | undefined =>
  SLICE_JWKS ? parseJson(sliceKeySet, 'SLICE_JWKS', SLICE_JWKS).keys : undefined;

/** @throws CommandError that names the source, not the text */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  origin: string,
  text: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${origin} is not a file of npm run slice -- keys.`);
  }
}
