/** Addresses of a running portal. */
export interface PortalAddresses {
  readonly origin: string;
  readonly handler: string;
  readonly simulator: string;
  /** DATA_DIR, for commands of operators. */
  readonly dataDir: string;
}

const VARIABLE = 'TEST_PORTAL';

/** The shared portal, for suites that change neither its components nor its files. */
export function getSharedPortal(): PortalAddresses {
  const addresses = process.env[VARIABLE];
  if (!addresses) throw new Error('No portal was started for this run.');
  return JSON.parse(addresses);
}

/** The variables with the addresses of the run's portal. */
export const toPortalVariables = ({
  origin,
  handler,
  simulator,
  dataDir,
}: PortalAddresses): Record<string, string> => ({
  [VARIABLE]: JSON.stringify({ origin, handler, simulator, dataDir }),
});
