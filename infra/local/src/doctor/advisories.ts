interface Advisory {
  readonly id: string;
  readonly harm: string;
  /** The first fixed version of each affected series. */
  readonly fixed: readonly string[];
}

type Product = 'Node' | 'MongoDB' | 'RabbitMQ';

/** Advisories that can affect the portal, with versions from the vendors' advisories and CVE records. */
const advisories: Readonly<Record<Product, readonly Advisory[]>> = {
  Node: [
    {
      id: 'CVE-2026-111497',
      harm: 'a response compressed with Brotli can write outside its memory; the portal requests none',
      fixed: ['24.22.1'],
    },
  ],
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

function isBefore(version: string, fixed: string, series: 'major' | 'minor'): boolean {
  const [major, minor, patch = 0] = parseVersion(version);
  const [fixedMajor, fixedMinor, fixedPatch = 0] = parseVersion(fixed);
  if (major !== fixedMajor) return false;
  // Node has one series for each major version.
  return series === 'major' && minor !== fixedMinor
    ? Number(minor) < Number(fixedMinor)
    : minor === fixedMinor && patch < fixedPatch;
}

/** The advisories for a version of a store, as advice; empty without one. */
export function findAdvice(store: Product, version: string): { advice?: string } {
  const found = advisories[store].flatMap(({ id, harm, fixed }) => {
    const fixedVersion = fixed.find((first) =>
      isBefore(version, first, store === 'Node' ? 'major' : 'minor'),
    );
    return fixedVersion === undefined ? [] : [`${id}, fixed in ${fixedVersion}: ${harm}`];
  });
  return found.length === 0 ? {} : { advice: `Install a later ${store} (${found.join('; ')}).` };
}

const toNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = parseVersion(version);
  return (major * 1000 + minor) * 1000 + patch;
};

/** MongoDB 8.0.30 refuses to start on Linux 6.19 to 7.0.13. @param release as `os.release()` of the machine */
export function findKernelFault(release: string): string | undefined {
  const kernel = toNumber(release);
  return kernel >= toNumber('6.19.0') && kernel < toNumber('7.0.14')
    ? `MongoDB 8.0.30 and later do not start on Linux ${release}: install Linux 7.0.14 or later, or one before 6.19.`
    : undefined;
}
