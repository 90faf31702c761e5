import { type Service, services } from '@archaka/contracts';
import { exportJWK, FlattenedSign, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A component with a service key. */
export type ServiceName = `svc-${Service}` | 'shell';

/** Workspaces of the services. */
export const SERVICES = services.map((service) => `svc-${service}` as const);
/** Workspaces of the shell and the services. */
export const COMPONENTS = ['shell', ...SERVICES] as const satisfies readonly ServiceName[];

const TOKEN_MS = 60_000;

export type Keys = Awaited<ReturnType<typeof createKeys>>;

export async function createKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
}

export function toPublicKey({ d: _secret, ...rest }: JWK): JWK {
  return rest;
}

/**
 * A new ES256 key for every service.
 * @param now clock of the tokens' times
 */
export async function createKeys(now = () => new Date()) {
  const keys = await Promise.all(COMPONENTS.map(createKey));
  const getPrivateKey = (name: ServiceName): JWK => {
    const key = keys.find(({ kid }) => kid === name);
    if (!key) throw new Error(`no key for ${name}`);
    return key;
  };
  return {
    /** SERVICE_KEY of a service: its private JWK. */
    getPrivateKey,
    /** SERVICE_JWKS: the public JWK set of all. */
    publicKeySet: { keys: keys.map(toPublicKey) },
    /** The service token of `caller` for this internal call of `callee`. */
    createServiceToken: (caller: ServiceName, callee: ServiceName, scope: string) =>
      new SignJWT({ scope })
        .setProtectedHeader({ alg: 'ES256', kid: caller })
        .setIssuer(caller)
        .setAudience(callee)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + TOKEN_MS))
        .sign(getPrivateKey(caller)),
    /** The header `x-signature` of an event that `signer` sends. */
    signEvent: async (signer: ServiceName, body: Buffer) => {
      const jws = new FlattenedSign(body).setProtectedHeader({ alg: 'ES256', kid: signer, typ: 'event' });
      const { protected: header, signature } = await jws.sign(getPrivateKey(signer));
      return `${header}..${signature}`;
    },
  };
}
