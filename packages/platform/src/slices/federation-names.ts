/** Federation names are JavaScript identifiers: `mf-auth` is known as `mf_auth`. */
export const toFederationName = (slice: string): string => slice.replaceAll('-', '_');

/** The global that a slice's chunks arrive through, whichever version they are of. */
export const toChunksGlobal = (slice: string): string => `${toFederationName(slice)}_chunks`;
