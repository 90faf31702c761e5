export interface Renumbering {
  readonly mapNumber: (number: number) => number;
  /** Offset for the keys of the parent tree. */
  readonly firstParent: number;
  /** Prefix that makes element IDs unique. */
  readonly prefix: string;
}

/** Alternatives: an element ID, any other string (unchanged), a reference, a key of the parent tree. */
const REFERENCE =
  /\(((?:\d+-)*node\d+)\)|\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>|(\d+) 0 R|\/StructParents? (\d+)/gs;

export const renumberId = (id: string, { prefix }: Renumbering): string => `(${prefix}${id})`;

export const renumber = (text: string, renumbering: Renumbering): string =>
  text.replace(REFERENCE, (found: string, id?: string, ref?: string, parent?: string) => {
    if (id !== undefined) return renumberId(id, renumbering);
    if (ref !== undefined) return `${renumbering.mapNumber(Number(ref))} 0 R`;
    if (parent === undefined) return found;
    return `${found.slice(0, -parent.length)}${Number(parent) + renumbering.firstParent}`;
  });
