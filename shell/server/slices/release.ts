import { listInitialFiles, type SliceBuild } from '@archaka/slice-store';

export interface SliceRelease {
  /** Hash of the files. */
  readonly version: string;
  readonly release: string;
  readonly contracts: string;
  /** URL of the manifest; the files lie beside it. */
  readonly entry: string;
  readonly manifest: SliceBuild['manifest'];
  /** `sha384-…` by name, of scripts and styles. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** Content of `/slices.json`, embedded in every page. */
export interface Registry {
  readonly revision: number;
  readonly slices: Readonly<Record<string, SliceRelease>>;
}

/** @param files base URL of all slice files */
export function toRelease(
  { facts, manifest, files: hashes }: SliceBuild,
  version: string,
  files: string,
): SliceRelease {
  const loaded = Object.entries(hashes).filter(([file]) => /\.(js|css)$/.test(file));
  return {
    version,
    release: facts.version,
    contracts: facts.contracts,
    entry: `${files}/${facts.name}/${version}/mf-manifest.json`,
    manifest,
    integrity: Object.fromEntries(loaded),
  };
}

export function listFirstFiles({
  entry,
  manifest,
  integrity,
}: SliceRelease): { url: string; integrity: string }[] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  return listInitialFiles(manifest).map((name) => ({ url: folder + name, integrity: integrity[name] ?? '' }));
}
