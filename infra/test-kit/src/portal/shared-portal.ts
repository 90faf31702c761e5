/** Where a running portal is. */
export interface PortalAddresses {
  readonly origin: string;
  readonly handler: string;
  readonly simulator: string;
  /** DATA_DIR, by which commands of operators find it. */
  readonly dataDir: string;
}

const VARIABLE = 'TEST_PORTAL';

/** The portal that all suites share which leave its parts and its files as they are. */
export function getSharedPortal(): PortalAddresses {
  const addresses = process.env[VARIABLE];
  if (!addresses) throw new Error('No portal was started for this run.');
  return JSON.parse(addresses);
}

/** The variables by which suites find the portal of the run. */
export const toPortalVariables = ({
  origin,
  handler,
  simulator,
  dataDir,
}: PortalAddresses): Record<string, string> => ({
  [VARIABLE]: JSON.stringify({ origin, handler, simulator, dataDir }),
});
