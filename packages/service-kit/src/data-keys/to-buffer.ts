/** Converts bytes from the driver, which returns its Binary for a stored Buffer. Empty for none. */
export const toBuffer = (stored: Buffer | { readonly buffer: Uint8Array } | undefined): Buffer => {
  if (stored === undefined || Buffer.isBuffer(stored)) return stored ?? Buffer.alloc(0);
  return Buffer.from(stored.buffer as Uint8Array);
};
