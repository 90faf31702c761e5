import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url));

/** The variables of dev mode's proxy. */
export const devProxyConfig = z.object({
  PORT: z.coerce.number().int(),
  /** The portal whose pages, calls and other slices are shown. */
  PORTAL_URL: address,
  /** The portal's public origin: its services reject requests from other sites. */
  PORTAL_ORIGIN: address,
  /** Folders of the remotes under development, as JSON. */
  SLICES: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  /** Folder of the shell's sources. */
  SHELL_SOURCES: z.string(),
  /** Folder of builds and their caches. */
  BUILDS: z.string(),
});
