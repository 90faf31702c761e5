/** Bytes as the driver returns them: its own Binary where a Buffer was stored. Empty for none. */
export const toBuffer = (stored: Buffer | { readonly buffer: Uint8Array } | undefined): Buffer => {
  if (stored === undefined || Buffer.isBuffer(stored)) return stored ?? Buffer.alloc(0);
  return Buffer.from(stored.buffer as Uint8Array);
};
