/** The bytes that a base64 text stands for. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const bytesOfBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
