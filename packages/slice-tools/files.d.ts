declare module '*.po' {
  export const te: import('@lingui/core').Messages;
  export const en: import('@lingui/core').Messages;
}

declare module '*.css';

interface TrustedTypePolicy {
  createScriptURL(url: string): string;
}
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): TrustedTypePolicy }
  | undefined;
