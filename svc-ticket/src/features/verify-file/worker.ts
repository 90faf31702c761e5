import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { seePages } from './see-pages.ts';
import { type Obstacle, type SeenPage, Unreadable } from './seen-page.ts';

/** What the thread that sees pages answers of a file. */
export type Seen = { readonly pages: readonly SeenPage[] } | { readonly obstacle: Obstacle };

async function see(path: string): Promise<Seen> {
  try {
    return { pages: await seePages(await readFile(path)) };
  } catch (error) {
    if (error instanceof Unreadable) return { obstacle: error.obstacle };
    throw error;
  }
}

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await see(path)));
