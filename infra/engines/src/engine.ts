/** Tells the person at the terminal what is being done, one line at a time. */
export type ProgressReporter = (line: string) => void;

/** Takes what an engine prints. */
export type EngineLog = (chunk: Buffer) => void;

/** A store or broker that runs as our own child and ends with us, even when we are killed. */
export interface Engine {
  /** What clients connect to, credentials included. */
  url: string;
  pid: number;
  /** Resolves once the engine has ended for whatever reason, with a sentence that says how. */
  ended: Promise<string>;
  /** Ends everything that was started for it. */
  stop: () => Promise<void>;
  /** The same at once, without regard to its data. */
  kill: () => void;
}

export interface EngineOptions {
  /** The engine's own folder; made when it is missing. What is in it survives restarts, on any port. */
  dataDir: string;
  /** On 127.0.0.1. */
  port: number;
  log?: EngineLog;
}

/** Where to look, and whom to tell; both have sensible defaults. */
export interface SearchOptions {
  /** PATH, ENGINE_CACHE, CHROMIUM_PATH, …; default `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Default: one line each to stderr. */
  report?: ProgressReporter;
}

/** Nothing worked; the message says what to install by hand. */
export class EngineMissing extends Error {
  override name = 'EngineMissing';
}

/** An engine that was found does not start; the message holds its last words. */
export class EngineFailed extends Error {
  override name = 'EngineFailed';
}
