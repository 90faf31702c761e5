import { readFile } from 'node:fs/promises';

interface Places {
  readonly districts: readonly { readonly distrct_nm_te: string }[];
  readonly mandals: readonly { readonly mndl_nm_te: string }[];
}

const PLACES_FILE = new URL('../../../../svc-application/data/districts-mandals.json', import.meta.url);

/** All districts and mandals, with the field names of the data file. */
export const readPlaces = async (): Promise<Places> => JSON.parse(await readFile(PLACES_FILE, 'utf8'));
