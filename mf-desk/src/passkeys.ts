type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

/** Browsers older than 2025 may have passkeys without their JSON: they sign in by password and code. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Undefined when the person cancels, or no passkey fits. */
async function toJSON<Body>(ceremony: Promise<Credential | null>): Promise<Body | undefined> {
  const credential = await ceremony.catch(() => null);
  return (credential as PublicKeyCredential | null)?.toJSON() as Body | undefined;
}

/** Has the browser sign the challenge by a passkey that the person chooses. */
export const signByPasskey = <Body>(options: unknown): Promise<Body | undefined> =>
  toJSON(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions),
    }),
  );

export const createPasskey = <Body>(options: unknown): Promise<Body | undefined> =>
  toJSON(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions),
    }),
  );
