import * as z from 'zod';

export const sliceName = /^mf-[a-z][a-z-]*$/;
export const sliceVersion = /^[0-9a-f]{16}$/;

/** As the federation plugin writes it; what is not read here goes through to the browser. */
const manifest = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string() }) }),
  exposes: z.array(
    z.looseObject({ assets: z.looseObject({ js: z.looseObject({ sync: z.array(z.string()) }) }) }),
  ),
});

/** One slice as it runs now. */
export const sliceRelease = z.object({
  version: z.string().regex(sliceVersion),
  /** Address of its manifest; its files lie beside it. */
  entry: z.string(),
  manifest,
  /** `sha384-…` of every script, by its name. */
  integrity: z.record(z.string(), z.string().startsWith('sha384-')),
});
export type SliceRelease = z.infer<typeof sliceRelease>;

/** The content of `registry.json` and of `/slices.json`. */
export const registrySchema = z.object({ slices: z.record(z.string(), sliceRelease) });
export type Registry = z.infer<typeof registrySchema>;
