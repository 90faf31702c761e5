declare module '*.po' {
  export const te: import('@lingui/core').Messages;
  export const en: import('@lingui/core').Messages;
}

declare module '*.css';
