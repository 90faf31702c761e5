import { CommandError } from '@archaka/service-kit/command-line';
import { signBuild } from '../signature/signature.ts';
import type { SliceSigningKey } from '../signature/slice-key.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { readDist } from './read-dist.ts';
import { fileKey, recordKey } from './slice-build.ts';

interface PublishOptions {
  readonly store: SliceStore;
  readonly name: string;
  readonly dist: string;
  readonly key?: SliceSigningKey | undefined;
}

/** Writes the record last and completes interrupted publications. @throws CommandError for an incomplete build */
export async function publish({ store, name, dist, key }: PublishOptions): Promise<string> {
  const { version, record, contents } = await readDist(name, dist);
  const put = async (key: string, content: Buffer) => {
    if (await store.put(key, content)) return;
    throw new CommandError(
      `${key} in ${store.address} is not what was published there: it has been tampered with.`,
    );
  };
  await Promise.all([...contents].map(([file, content]) => put(fileKey(name, version, file), content)));
  await put(recordKey(name, version), record);
  if (key) await signBuild(store, { name, version }, key);
  return version;
}
