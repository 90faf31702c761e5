import { type HallList, LIST_TYPE } from '@archaka/contracts';
import { compactVerify, errors } from 'jose';
import { importKey, type TicketKey } from '../portal/ticket-keys.ts';
import { listShape } from './list-shape.ts';
import { ListRefused } from './refused.ts';

/**
 * What a list's compact JWS says, once a kept key of the tickets is found to have signed it.
 * @throws ListRefused
 */
export async function readList(jws: string, keys: readonly TicketKey[]): Promise<HallList> {
  const keyOf = ({ kid, typ }: { kid?: string | undefined; typ?: string | undefined }) => {
    if (typ !== LIST_TYPE) throw new ListRefused('not-a-list');
    const key = keys.find((each) => each.kid === kid);
    if (!key) throw new ListRefused('unknown-key');
    return importKey(key);
  };
  const { payload } = await compactVerify(jws, keyOf, { algorithms: ['ES256'] }).catch((error: unknown) => {
    throw refusalFor(error);
  });
  const { data, error } = listShape.safeParse(JSON.parse(new TextDecoder().decode(payload)));
  if (!data) throw new ListRefused('not-a-list', error);
  return data;
}

function refusalFor(error: unknown): ListRefused {
  if (error instanceof ListRefused) return error;
  const isForged = error instanceof errors.JWSSignatureVerificationFailed;
  return new ListRefused(isForged ? 'forged' : 'not-a-list', error);
}
