/** A parser of untrusted bytes. */
export interface Target {
  /** May throw the parser's rejections. */
  readonly parse: (bytes: Buffer) => unknown;
  /** The largest input that reaches it. */
  readonly maxBytes: number;
  /** Initial valid inputs. */
  readonly seeds: readonly (string | Buffer)[];
  /** Words of its input format. */
  readonly tokens: readonly string[];
}
