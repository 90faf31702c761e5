import * as z from 'zod';
import { keyRingVariable } from '../keyring/key-ring.ts';
import { createAwsKms } from './aws-kms.ts';
import { createLocalKms, type NamedKms, UnknownMasterKey } from './kms.ts';

/** Variables of every command and service that reads or writes personal data. */
export const masterKeyVariables = {
  MASTER_KEYS: keyRingVariable(32).meta({
    description:
      'key ring that wraps the data keys of applicants; at least 32 characters each ([0073](adr/0073-seal-personal-data-under-a-key-for-each-person.md))',
    secret: true,
  }),
  KMS_KEY_ID: z.string().min(1).optional().meta({
    description:
      'ARN of the AWS KMS key that wraps new data keys; `MASTER_KEYS` then only unwraps older ones; region, address and credentials by the variables of the AWS SDK',
  }),
};
const masterKeyConfig = z.object(masterKeyVariables);
export type MasterKeyConfig = z.infer<typeof masterKeyConfig>;

/** The first KMS wraps; each unwraps its own keys. */
function joinKms(first: NamedKms, second: NamedKms): NamedKms {
  const has = (master: string) => first.has(master) || second.has(master);
  return {
    current: first.current,
    has,
    wrap: first.wrap,
    unwrap: (wrapped, context) => {
      const kms = [first, second].find((each) => each.has(wrapped.master));
      if (!kms) throw new UnknownMasterKey(`MASTER_KEYS lacks the key ${wrapped.master}`);
      return kms.unwrap(wrapped, context);
    },
  };
}

export async function openKms({ MASTER_KEYS, KMS_KEY_ID }: MasterKeyConfig): Promise<NamedKms> {
  const local = createLocalKms(MASTER_KEYS);
  return KMS_KEY_ID ? joinKms(await createAwsKms(KMS_KEY_ID), local) : local;
}
