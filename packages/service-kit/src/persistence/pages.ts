/** What is to be read or written together: pages of this size and a last one, which may be empty. */
export async function* toPages<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  yield page;
}
