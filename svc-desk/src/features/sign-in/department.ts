import { signInWithDepartment, startDepartmentSignIn } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  dependencyUnavailable,
  handleCall,
  type Log,
  ok,
} from '@archaka/service-kit';
import * as openid from 'openid-client';
import type { Config } from '../../config.ts';
import type { Challenge } from '../../persistence/challenge-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { type StaffSessions, toActor } from './sign-in.ts';

const TIMEOUT_SECONDS = 5;
const DEPENDENCY = "the department's OpenID Connect provider";

/** Who signed in at the provider. */
interface Identity {
  /** Issuer and `sub`, which the provider never gives to another person. */
  readonly subject: string;
  /** Undefined where the provider does not state the claim. */
  readonly name: string | undefined;
}

/** The code of a response that is not to be accepted; undefined when the provider has not responded. */
function findRejection(error: unknown): string | undefined {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError)
    return error.error;
  return error instanceof openid.ClientError && error.code !== 'OAUTH_TIMEOUT' ? error.code : undefined;
}

/** The department's provider, by its discovery document. */
class DepartmentProvider {
  readonly #issuer: URL;
  readonly #config: Config;
  readonly #log: Log;
  readonly #redirectUri: string;
  #client: Promise<openid.Configuration> | undefined;

  constructor(issuer: string, { config, log }: Pick<Dependencies, 'config' | 'log'>) {
    this.#issuer = new URL(issuer);
    this.#config = config;
    this.#log = log;
    this.#redirectUri = new URL('/desk/sign-in', config.PORTAL_ORIGIN).href;
  }

  /** @throws DependencyUnavailable */
  async start(): Promise<{ url: string; values: Challenge<'department'> }> {
    const client = await this.#discover();
    const verifier = openid.randomPKCECodeVerifier();
    const values = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUri,
      scope: 'openid profile',
      state: values.state,
      nonce: values.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // A session at the provider may be of who used the computer before.
      prompt: 'login',
    });
    return { url: url.href, values };
  }

  /** @param query of the address to which the provider led back. Undefined when rejected. @throws DependencyUnavailable */
  async finish(query: string, values: Challenge<'department'>): Promise<Identity | undefined> {
    const client = await this.#discover();
    try {
      const tokens = await openid.authorizationCodeGrant(client, new URL(`${this.#redirectUri}?${query}`), {
        expectedState: values.state,
        expectedNonce: values.nonce,
        pkceCodeVerifier: values.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return undefined;
      const { OIDC_NAME_CLAIM: claim } = this.#config;
      // Providers state the claims of a profile in either place.
      const stated =
        claims[claim] ?? (await openid.fetchUserInfo(client, tokens.access_token, claims.sub))[claim];
      return {
        subject: `${claims.iss} ${claims.sub}`,
        name: typeof stated === 'string' ? stated : undefined,
      };
    } catch (error) {
      const rejection = findRejection(error);
      if (rejection === undefined) throw dependencyUnavailable(DEPENDENCY, error);
      this.#log.warn({ rejection }, "a response of the department's provider was not accepted");
      return undefined;
    }
  }

  async #discover(): Promise<openid.Configuration> {
    const { OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET } = this.#config;
    this.#client ??= openid.discovery(this.#issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(this.#issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    });
    try {
      return await this.#client;
    } catch (error) {
      this.#client = undefined;
      throw dependencyUnavailable(DEPENDENCY, error);
    }
  }
}

/** Members sign in at the provider; an account is bound to who first signs in there by its name. */
export function createDepartmentHandlers(
  { config, log, staff, audit }: Dependencies,
  sessions: StaffSessions,
): CallHandler[] {
  const provider = config.OIDC_ISSUER
    ? new DepartmentProvider(config.OIDC_ISSUER, { config, log })
    : undefined;

  const findAccount = async ({ subject, name }: Identity) =>
    (await staff.findBySubject(subject)) ??
    (name === undefined ? undefined : staff.bindSubject(name, subject));

  const reject = (id = 'unknown') =>
    audit.record({ action: 'staff.rejected', actor: toActor(id), detail: { by: 'department' } });

  return [
    handleCall(startDepartmentSignIn, {
      handle: async (exchange) => {
        await sessions.countChallenge(exchange.request);
        if (!provider) return businessError(420);
        const { url, values } = await provider.start();
        await sessions.addChallenge('department', values, exchange);
        return ok({ data: [{ url }] });
      },
    }),
    handleCall(signInWithDepartment, {
      handle: async ({ body, ...exchange }) => {
        await sessions.countAttempt(exchange.request);
        const values = await sessions.removeChallenge('department', exchange);
        const identity = values && (await provider?.finish(body.query, values));
        if (!identity) {
          await reject();
          return businessError(420);
        }
        const account = await findAccount(identity);
        if (!account || account.isDisabled) {
          await reject(account?.id);
          return businessError(421);
        }
        return ok({ data: [await sessions.open(account, 'department', exchange)] });
      },
    }),
  ];
}
