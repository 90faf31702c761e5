/** Results of the tests of one file, by name as in the table. */
export interface FileResults {
  /** Start time, in milliseconds since 1970. */
  readonly at: number;
  readonly tests: Readonly<Record<string, string>>;
}

/** By the file's path from the root of the project. */
export type Results = Readonly<Record<string, FileResults>>;

/** A suite that ran, and its tests. */
interface Suite {
  /** Absolute. */
  readonly file: string;
  readonly tests: readonly {
    readonly ancestors: readonly string[];
    readonly title: string;
    readonly status: string;
  }[];
}

/** Groups results by file; of two tests with one name, the one that did not pass counts. */
export function toResults(suites: readonly Suite[], root: string, at: number): Results {
  const files = suites.map(({ file, tests: testReports }) => {
    const tests: Record<string, string> = {};
    for (const { ancestors, title, status } of testReports) {
      const fullTitle = [...ancestors, title].join(' › ');
      if ((tests[fullTitle] ?? 'passed') === 'passed') tests[fullTitle] = status;
    }
    return [file.slice(root.length), { at, tests }];
  });
  return Object.fromEntries(files);
}
