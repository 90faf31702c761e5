// Stands for zod in the browser: what the contracts say with it is for types and for services, and parses nothing here.
// So 22 KB of every page are saved. Each name, and all that is made from it, is the same silent thing; a test keeps the
// list in step with the contracts.
const parsers = new Set<string | symbol>(
  ['parse', 'safeParse', 'decode', 'safeDecode', 'encode', 'safeEncode'].flatMap((name) => [
    name,
    `${name}Async`,
  ]),
);

const silent: unknown = new Proxy(() => silent, {
  get(_target, name) {
    if (parsers.has(name)) throw new Error('The contracts’ schemas parse nothing in the browser');
    return silent;
  },
});

export {
  silent as array,
  silent as base64,
  silent as boolean,
  silent as coerce,
  silent as discriminatedUnion,
  silent as email,
  silent as enum,
  silent as int,
  silent as iso,
  silent as lazy,
  silent as literal,
  silent as looseObject,
  silent as NEVER,
  silent as nullable,
  silent as number,
  silent as object,
  silent as optional,
  silent as record,
  silent as strictObject,
  silent as string,
  silent as templateLiteral,
  silent as tuple,
  silent as union,
  silent as unknown,
  silent as url,
  silent as uuid,
};
