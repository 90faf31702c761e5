/** Lean documents hold the driver's Binary where a Buffer was stored. */
export const toBuffer = (stored: Buffer | { buffer: Uint8Array }): Buffer =>
  Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer);
