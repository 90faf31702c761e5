interface Advisory {
  readonly id: string;
  readonly harm: string;
  /** The first fixed version of each affected series. */
  readonly fixed: readonly string[];
}

/** Advisories that can affect the portal, with versions from the vendors' advisories and CVE records. */
const advisories: Readonly<Record<'MongoDB' | 'RabbitMQ', readonly Advisory[]>> = {
  MongoDB: [
    {
      id: 'CVE-2025-10060',
      harm: 'an upsert that a transaction retries can crash the server',
      fixed: ['6.0.25', '7.0.22', '8.0.12'],
    },
    {
      id: 'CVE-2025-14847',
      harm: 'anyone with access to its port can read its memory',
      fixed: ['4.4.30', '5.0.32', '6.0.27', '7.0.28', '8.0.17', '8.2.3'],
    },
    {
      id: 'CVE-2026-9740',
      harm: 'anyone with access to its port can stop the server',
      fixed: ['7.0.35', '8.0.24', '8.2.10', '8.3.3'],
    },
  ],
  RabbitMQ: [
    {
      id: 'CVE-2026-66070',
      harm: "a web page can use the management API with its visitor's permissions",
      fixed: ['4.2.6'],
    },
  ],
};

const parseVersion = (version: string): number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10));

function isBefore(version: string, fixed: string): boolean {
  const [major, minor, patch = 0] = parseVersion(version);
  const [fixedMajor, fixedMinor, fixedPatch = 0] = parseVersion(fixed);
  return major === fixedMajor && minor === fixedMinor && patch < fixedPatch;
}

/** The advisories for a version of a store, as advice; empty without one. */
export function findAdvice(store: 'MongoDB' | 'RabbitMQ', version: string): { advice?: string } {
  const found = advisories[store].flatMap(({ id, harm, fixed }) => {
    const fixedVersion = fixed.find((first) => isBefore(version, first));
    return fixedVersion === undefined ? [] : [`${id}, fixed in ${fixedVersion}: ${harm}`];
  });
  return found.length === 0 ? {} : { advice: `Install a later ${store} (${found.join('; ')}).` };
}
