import type { Store } from '../growth/store.ts';

interface ServerStatus {
  readonly tcmalloc: { readonly generic: { readonly current_allocated_bytes: number } };
}

/** @returns MiB that MongoDB has allocated, without the free memory that its process holds */
export async function readAllocatedMemory({ client }: Store): Promise<number> {
  const status = (await client.db('admin').command({ serverStatus: 1 })) as unknown as ServerStatus;
  return status.tcmalloc.generic.current_allocated_bytes / 1024 / 1024;
}
