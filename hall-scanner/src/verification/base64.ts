export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
