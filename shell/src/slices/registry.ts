/** What the shell itself reads of a federation manifest. */
export interface SliceManifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string } };
  readonly exposes: readonly { readonly assets: { readonly js: { readonly sync: readonly string[] } } }[];
}

/** One slice of the registry, as `/slices.json` gives it. */
export interface SliceRelease {
  /** Made from the content of its files. */
  readonly version: string;
  /** Address of its manifest; its files lie beside it. */
  readonly entry: string;
  readonly manifest: SliceManifest;
  /** `sha384-…` of every file, by its name. */
  readonly integrity: Readonly<Record<string, string>>;
}

export type Registry = Readonly<Record<string, SliceRelease>>;

/** The scripts that a slice begins with, by their whole addresses. */
export function listFirstFiles(
  { entry, manifest, integrity }: SliceRelease,
  origin: string,
): { url: string; integrity: string | undefined }[] {
  const { metaData, exposes } = manifest;
  const files = [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
  const base = new URL(entry, origin);
  return files.map((file) => ({ url: new URL(file, base).href, integrity: integrity[file] }));
}

export function readInitialRegistry(): Registry {
  const text = document.getElementById('slices')?.textContent;
  return text ? (JSON.parse(text) as { slices: Registry }).slices : {};
}

/** The slices that the page shows first, as the server has made it. */
export function readFirstSlices(): string[] {
  const names = document.querySelector<HTMLMetaElement>('meta[name="first-slices"]')?.content ?? '';
  return names.split(' ').filter(Boolean);
}

/** The registry as it stands now, asked for again after a slice has failed. */
export async function fetchRegistry(): Promise<Registry> {
  // The oldest browsers that are served wait as long as they like.
  const signal = AbortSignal.timeout?.(8000) ?? null;
  const response = await fetch('/slices.json', { cache: 'no-store', signal });
  if (!response.ok) throw new Error(`The slice registry answered ${response.status}`);
  return ((await response.json()) as { slices: Registry }).slices;
}
