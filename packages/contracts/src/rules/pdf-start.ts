const SIGNATURE = Array.from('%PDF-', (sign) => sign.charCodeAt(0));

/** Readers accept other bytes before the signature, such as a line break, a BOM or the head of a multipart message. */
const MAX_OFFSET = 1024;

/** `bytes`: at least the first 1,029 of the file, or all of it. */
export function startsLikePdf(bytes: Uint8Array): boolean {
  const last = Math.min(MAX_OFFSET, bytes.length - SIGNATURE.length);
  for (let offset = 0; offset <= last; offset += 1)
    if (SIGNATURE.every((byte, at) => bytes[offset + at] === byte)) return true;
  return false;
}
