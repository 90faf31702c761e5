import { HALL_LIST_TYPE, type HallList } from '@archaka/contracts/calls';
import { compactVerify, errors } from 'jose';
import { importKey, type TicketKey } from '../portal/ticket-keys.ts';
import { InvalidList } from './invalid-list.ts';
import { listSchema } from './list-schema.ts';

/** Verifies a compact JWS against the stored ticket keys. @throws InvalidList */
export async function readList(jws: string, keys: readonly TicketKey[]): Promise<HallList> {
  const findKey = ({ kid, typ }: { kid?: string | undefined; typ?: string | undefined }) => {
    if (typ !== HALL_LIST_TYPE) throw new InvalidList('not-a-list');
    const key = keys.find((each) => each.kid === kid);
    if (!key) throw new InvalidList('unknown-key');
    return importKey(key);
  };
  const { payload } = await compactVerify(jws, findKey, { algorithms: ['ES256'] }).catch((error: unknown) => {
    throw toInvalidList(error);
  });
  const { data, error } = listSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)));
  if (!data) throw new InvalidList('not-a-list', error);
  return data;
}

function toInvalidList(error: unknown): InvalidList {
  if (error instanceof InvalidList) return error;
  const isForged = error instanceof errors.JWSSignatureVerificationFailed;
  return new InvalidList(isForged ? 'forged' : 'not-a-list', error);
}
