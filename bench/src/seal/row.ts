/** A row as MongoDB returns it. */
// biome-ignore lint/suspicious/noExplicitAny: rows of ten collections, walked by name
export type Row = Record<string, any> & { readonly _id: string };
