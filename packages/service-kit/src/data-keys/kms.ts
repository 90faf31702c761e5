import { DependencyUnavailable } from '../errors.ts';

export interface WrappedKey {
  readonly master: string;
  readonly bytes: Buffer;
}

/** A wrapped key opens in its own context only. */
export type KeyContext = Readonly<Record<string, string>>;

/** Wraps data keys under master keys. Both calls throw `DependencyUnavailable` of `kms` within two seconds. */
export interface Kms {
  readonly wrap: (key: Buffer, context: KeyContext) => Promise<WrappedKey>;
  /** @throws UnknownMasterKey, or WrongMasterKey for a changed value, another key or another context. */
  readonly unwrap: (wrapped: WrappedKey, context: KeyContext) => Promise<Buffer>;
}

/** The wrapping master key, and all unwrapping ones by name. */
export interface NamedKms extends Kms {
  readonly current: string;
  readonly has: (master: string) => boolean;
}

export class UnknownMasterKey extends Error {
  override readonly name = 'UnknownMasterKey';
}

export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

export const kmsUnavailable = (cause: unknown): DependencyUnavailable =>
  new DependencyUnavailable('kms', cause);
