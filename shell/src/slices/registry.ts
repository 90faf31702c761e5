/** The fields of a federation manifest that the shell reads. */
interface SliceManifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string } };
  readonly exposes: readonly { readonly assets: Readonly<Record<'js' | 'css', { sync: string[] }>> }[];
}

/** A slice of the registry, as in `/slices.json`. */
export interface SliceRelease {
  /** Hash of its files' contents. */
  readonly version: string;
  /** Address of its manifest; its files lie beside it. */
  readonly entry: string;
  readonly manifest: SliceManifest;
  /** `sha384-…` of every file, by name. */
  readonly integrity: Readonly<Record<string, string>>;
}

export type Registry = Readonly<Record<string, SliceRelease>>;

/** A slice's initial styles and scripts, by absolute address. */
export function listFirstFiles(
  { entry, manifest, integrity }: SliceRelease,
  origin: string,
): { url: string; integrity: string | undefined }[] {
  const { metaData, exposes } = manifest;
  const exposed = exposes.flatMap(({ assets }) => [...assets.css.sync, ...assets.js.sync]);
  const files = [metaData.remoteEntry.name, ...exposed];
  const base = new URL(entry, origin);
  return files.map((file) => ({ url: new URL(file, base).href, integrity: integrity[file] }));
}

export function readInitialRegistry(): Registry {
  const text = document.getElementById('slices')?.textContent;
  return text ? (JSON.parse(text) as { slices: Registry }).slices : {};
}

/** The slices on the first screen, from the server. */
export function readFirstSlices(): string[] {
  const names = document.querySelector<HTMLMetaElement>('meta[name="first-slices"]')?.content ?? '';
  return names.split(' ').filter(Boolean);
}

/** The current registry, refetched after a slice has failed. */
export async function fetchRegistry(): Promise<Registry> {
  // The oldest supported browsers have no timeout.
  const signal = AbortSignal.timeout?.(8000) ?? null;
  const response = await fetch('/slices.json', { cache: 'no-store', signal });
  if (!response.ok) throw new Error(`The slice registry answered ${response.status}`);
  return ((await response.json()) as { slices: Registry }).slices;
}
