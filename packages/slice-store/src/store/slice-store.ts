/** Immutable: nothing is overwritten. */
export interface SliceStore {
  readonly address: string;
  readonly read: (key: string) => Promise<Buffer | undefined>;
  /** Atomic. @returns false when other content exists */
  readonly put: (key: string, content: Buffer) => Promise<boolean>;
  readonly list: (folder: string) => Promise<string[]>;
}
