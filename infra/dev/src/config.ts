import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url));

/** The variables of dev mode's front. */
export const devProxyConfig = z.object({
  PORT: z.coerce.number().int(),
  /** The portal whose pages, calls and other slices are shown. */
  PORTAL_URL: address,
  /** How that portal's services know it: they refuse what comes from another site. */
  PORTAL_ORIGIN: address,
  /** Folders of the remotes that are worked on, as JSON. */
  SLICES: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  /** Folder of the shell's sources. */
  SHELL_SOURCES: z.string(),
  /** Where builds and what makes them quick are kept. */
  BUILDS: z.string(),
});
