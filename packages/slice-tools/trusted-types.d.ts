interface TrustedTypePolicy {
  createScriptURL(url: string): string;
}
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): TrustedTypePolicy }
  | undefined;
