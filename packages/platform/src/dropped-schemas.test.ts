import { expect, test } from '@jest/globals';
import { dropSchemas } from '../build/drop-schemas.ts';

test("removes a call's schemas only, and marks their builders as free of side effects", () => {
  const source = `
    const id = z.string();
    export const findVersion = defineCall('findversion', { kind: 'query', request: z.object({ id }), checks: [isFree], response: outcome({ data: id }) });
    export const describe = (request, response) => show({ request, response });`;
  expect(dropSchemas(source)).toBe(`
    const id = /*#__PURE__*/ z.string();
    export const findVersion = /*#__PURE__*/ defineCall('findversion', { kind: 'query', checks: [isFree],  });
    export const describe = (request, response) => show({ request, response });`);
});
