import { listInitialFiles, type SliceBuild } from '@archaka/slice-store';

/** One slice as a browser gets it. */
export interface SliceRelease {
  /** Made from the content of its files. */
  readonly version: string;
  /** As its team counts. */
  readonly release: string;
  /** The version of the contracts it speaks. */
  readonly contracts: string;
  /** Address of its manifest; its files lie beside it. */
  readonly entry: string;
  readonly manifest: SliceBuild['manifest'];
  /** `sha384-…` of every script, by its name. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** What `/slices.json` says, and every page brings with it. */
export interface Registry {
  readonly revision: number;
  readonly slices: Readonly<Record<string, SliceRelease>>;
}

/** @param files address below which the files of all slices lie */
export function toRelease(
  { facts, manifest, files: hashes }: SliceBuild,
  version: string,
  files: string,
): SliceRelease {
  const scripts = Object.entries(hashes).filter(([file]) => file.endsWith('.js'));
  return {
    version,
    release: facts.version,
    contracts: facts.contracts,
    entry: `${files}/${facts.name}/${version}/mf-manifest.json`,
    manifest,
    integrity: Object.fromEntries(scripts),
  };
}

/** The files a page that shows the slice loads first, with their hashes. */
export function listFirstFiles({
  entry,
  manifest,
  integrity,
}: SliceRelease): { url: string; integrity: string }[] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  return listInitialFiles(manifest).map((name) => ({ url: folder + name, integrity: integrity[name] ?? '' }));
}
