import type { KMSClient } from '@aws-sdk/client-kms';
import { type KeyContext, kmsUnavailable, type NamedKms, UnknownMasterKey, WrongMasterKey } from './kms.ts';

const TIMEOUT_MS = 2000;
const PREFIX = 'aws:';
/** Errors that blame the value, not the service. */
const WRONG: readonly unknown[] = ['InvalidCiphertextException', 'IncorrectKeyException'];

const toError = (error: unknown, master: string): Error =>
  WRONG.includes(Object(error).name)
    ? new WrongMasterKey(`${master} did not wrap this value`, { cause: error })
    : kmsUnavailable(error);

/**
 * Region, address and credentials come from the environment, as the SDK reads them. Loads the SDK.
 * @param keyId ARN of the wrapping key
 */
export async function createAwsKms(keyId: string): Promise<NamedKms> {
  const { KMSClient, EncryptCommand, DecryptCommand } = await import('@aws-sdk/client-kms');
  const client: KMSClient = new KMSClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS },
  });
  const current = PREFIX + keyId;
  const has = (master: string) => master.startsWith(PREFIX);
  const toOptions = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
  const encrypt = (key: Buffer, EncryptionContext: KeyContext) =>
    client.send(new EncryptCommand({ KeyId: keyId, Plaintext: key, EncryptionContext }), toOptions());
  const decrypt = (bytes: Buffer, master: string, EncryptionContext: KeyContext) =>
    client.send(
      new DecryptCommand({ CiphertextBlob: bytes, KeyId: master.slice(PREFIX.length), EncryptionContext }),
      toOptions(),
    );

  return {
    current,
    has,
    wrap: async (key, context) => {
      const { CiphertextBlob } = await encrypt(key, context).catch((error) => {
        throw toError(error, current);
      });
      if (!CiphertextBlob) throw kmsUnavailable(new Error('the KMS returned no ciphertext'));
      return { master: current, bytes: Buffer.from(CiphertextBlob) };
    },
    unwrap: async ({ master, bytes }, context) => {
      if (!has(master)) throw new UnknownMasterKey(`the KMS has no key ${master}`);
      const { Plaintext } = await decrypt(bytes, master, context).catch((error) => {
        throw toError(error, master);
      });
      if (!Plaintext) throw kmsUnavailable(new Error('the KMS returned no plaintext'));
      return Buffer.from(Plaintext);
    },
  };
}
