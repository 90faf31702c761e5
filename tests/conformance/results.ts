/** What became of the tests of one file, by their names as the table writes them. */
export interface FileResults {
  /** When they began, in milliseconds since 1970. */
  readonly at: number;
  readonly tests: Readonly<Record<string, string>>;
}

/** By the file's path from the root of the project. */
export type Results = Readonly<Record<string, FileResults>>;

/** The part of jest's JSON report that names tests. */
export interface NamedTests {
  readonly testResults: readonly {
    /** Absolute. */
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Reads a report of jest; of two tests with one name, the one that did not pass counts. */
export function resultsOf({ testResults }: NamedTests, root: string, at: number): Results {
  const files = testResults.map(({ name, assertionResults }) => {
    const tests: Record<string, string> = {};
    for (const { ancestorTitles, title, status } of assertionResults) {
      const full = [...ancestorTitles, title].join(' › ');
      if ((tests[full] ?? 'passed') === 'passed') tests[full] = status;
    }
    return [name.slice(root.length), { at, tests }];
  });
  return Object.fromEntries(files);
}
