/** Where builds and the registry's revisions lie. What was put there is never written over. */
export interface SliceStore {
  /** As it was configured, for messages. */
  readonly address: string;
  /** @returns undefined where nothing lies */
  readonly read: (key: string) => Promise<Buffer | undefined>;
  /**
   * Puts content where nothing lies, whole or not at all; of several at once, one.
   * @returns false when something else lies there
   */
  readonly put: (key: string, content: Buffer) => Promise<boolean>;
  /** The names of what lies directly in a folder, sorted. */
  readonly list: (folder: string) => Promise<string[]>;
}
