import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAGS = { present: 0x01, verified: 0x04, mayBeSynced: 0x08, isSynced: 0x10, hasKey: 0x40 };
/** COSE (RFC 9052): an ES256 key on P-256. */
const COSE = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3 };

interface Options {
  readonly challenge: string;
  readonly origin?: string;
  readonly isVerified?: boolean;
}

const hash = (data: Uint8Array) => createHash('sha256').update(data).digest();
const toClientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** One synced passkey, as a browser returns it for an origin and an account. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #userHandle: string;

  constructor(origin: string, accountId: string) {
    this.#origin = origin;
    this.#userHandle = Buffer.from(accountId).toString('base64url');
  }

  create({ challenge, origin = this.#origin, isVerified = true }: Options) {
    const clientData = toClientData('webauthn.create', challenge, origin);
    const authData = this.#toAuthenticatorData(isVerified, FLAGS.hasKey, this.#toCredentialData());
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return this.#toCredential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  get({ challenge, origin = this.#origin, isVerified = true }: Options) {
    const clientData = toClientData('webauthn.get', challenge, origin);
    const authData = this.#toAuthenticatorData(isVerified);
    const signed = Buffer.concat([authData, hash(clientData)]);
    return this.#toCredential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #toCredential<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    };
  }

  #toAuthenticatorData(isVerified: boolean, flags = 0, credentialData: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(
      FLAGS.present | FLAGS.mayBeSynced | FLAGS.isSynced | (isVerified ? FLAGS.verified : 0) | flags,
    );
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([hash(Buffer.from(new URL(this.#origin).hostname)), head, credentialData]);
  }

  #toCredentialData(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [COSE.type, 2],
      [COSE.algorithm, -7],
      [COSE.curve, 1],
      [COSE.x, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [COSE.y, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
  }
}
