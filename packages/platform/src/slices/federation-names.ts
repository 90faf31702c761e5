/** Federation names are JavaScript identifiers: `mf-auth` becomes `mf_auth`. */
export const toFederationName = (slice: string): string => slice.replaceAll('-', '_');

/** The global that receives a slice's chunks, of any version. */
export const toChunksGlobal = (slice: string): string => `${toFederationName(slice)}_chunks`;
