/** A test of a suite that has ended. */
export interface TestReport {
  readonly ancestors: readonly string[];
  readonly title: string;
  /** jest's status: passed, failed, pending, todo, … */
  readonly status: string;
  readonly seconds: number;
}

/** A message of jest's reporter to the stage. `file` is absolute. */
export type JestEvent =
  | { readonly type: 'run-started'; readonly suites: number }
  | { readonly type: 'suite-started'; readonly file: string }
  | { readonly type: 'test-started'; readonly file: string; readonly title: string }
  | { readonly type: 'test-ended'; readonly file: string }
  | {
      readonly type: 'suite-ended';
      readonly file: string;
      readonly seconds: number;
      readonly tests: readonly TestReport[];
      /** Whether the suite itself could not run. */
      readonly broken: boolean;
    };
