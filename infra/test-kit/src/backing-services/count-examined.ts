/** The used part of a mongoose connection. */
interface ProfiledConnection {
  readonly db?:
    | {
        command(command: object): Promise<unknown>;
        collection(name: string): {
          find(filter: object): { toArray(): Promise<object[]> };
          drop(): Promise<unknown>;
        };
      }
    | undefined;
}

interface ProfiledOperation {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** Counts the index keys and rows that MongoDB reads in the connection's database while `work` runs. */
export async function countExamined({ db }: ProfiledConnection, work: () => Promise<unknown>) {
  const profile = db?.collection('system.profile');
  await db?.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db?.command({ profile: 0 });
  }
  const operations: ProfiledOperation[] = (await profile?.find({}).toArray()) ?? [];
  await profile?.drop();
  const sum = (key: keyof ProfiledOperation) =>
    operations.reduce((total, operation) => total + (operation[key] ?? 0), 0);
  return { keys: sum('keysExamined'), rows: sum('docsExamined') };
}
