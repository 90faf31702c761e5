/** Replaces the browser's passkeys, which jsdom does not have. @returns what undoes it */
export function fakePasskeys(credential: object | undefined): () => void {
  const run = async () => {
    if (!credential) throw new DOMException('cancelled', 'NotAllowedError');
    return { toJSON: () => credential };
  };
  const parse = (options: unknown) => options;
  Object.assign(window, {
    PublicKeyCredential: { parseRequestOptionsFromJSON: parse, parseCreationOptionsFromJSON: parse },
  });
  Object.defineProperty(navigator, 'credentials', { value: { get: run, create: run }, configurable: true });
  return () => Reflect.deleteProperty(window, 'PublicKeyCredential');
}
