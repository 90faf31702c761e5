/** How the objects of a PDF change when they move into another one beside those of others. */
export interface Renumbering {
  /** The new number of an object. */
  readonly mapNumber: (number: number) => number;
  /** Is added to what its pages are known by among the tags. */
  readonly firstParent: number;
  /** Stands before the names of its tags, which must be the only ones of their kind. */
  readonly prefix: string;
}

/** A tag's name; other texts, which stay as they are; references; what a page is known by among the tags. */
const REFERENCE =
  /\(((?:\d+-)*node\d+)\)|\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>|(\d+) 0 R|\/StructParents? (\d+)/gs;

export const renumberId = (id: string, { prefix }: Renumbering): string => `(${prefix}${id})`;

/** The text of an object, as Chromium writes it, as it stands in the other PDF. */
export const renumber = (text: string, renumbering: Renumbering): string =>
  text.replace(REFERENCE, (found: string, id?: string, ref?: string, parent?: string) => {
    if (id !== undefined) return renumberId(id, renumbering);
    if (ref !== undefined) return `${renumbering.mapNumber(Number(ref))} 0 R`;
    if (parent === undefined) return found;
    return `${found.slice(0, -parent.length)}${Number(parent) + renumbering.firstParent}`;
  });
