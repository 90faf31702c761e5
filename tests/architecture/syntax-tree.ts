import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** A node of swc's syntax tree, or anything else below one. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

export const parseFile = (path: string): Tree =>
  parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as Tree;

/** The tree with everything below it. */
export function* walk(tree: Tree): Generator<Tree> {
  yield tree;
  for (const child of Object.values(tree)) if (isTree(child)) yield* walk(child);
}
