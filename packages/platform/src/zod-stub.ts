// Stands for zod in the browser: what the contracts say with it is for types and for services, and parses nothing here.
// So 22 KB of every page are saved. Each name, and all that is made from it, is the same silent thing; a test keeps the
// list in step with the contracts.
const parsers = new Set<string | symbol>(
  ['parse', 'safeParse', 'decode', 'safeDecode', 'encode', 'safeEncode'].flatMap((name) => [
    name,
    `${name}Async`,
  ]),
);

const stub: unknown = new Proxy(() => stub, {
  get(_target, name) {
    if (parsers.has(name)) throw new Error('The contracts’ schemas parse nothing in the browser');
    return stub;
  },
});

export {
  stub as array,
  stub as base64,
  stub as boolean,
  stub as coerce,
  stub as discriminatedUnion,
  stub as email,
  stub as enum,
  stub as int,
  stub as iso,
  stub as lazy,
  stub as literal,
  stub as looseObject,
  stub as NEVER,
  stub as nullable,
  stub as number,
  stub as object,
  stub as optional,
  stub as record,
  stub as strictObject,
  stub as string,
  stub as templateLiteral,
  stub as tuple,
  stub as union,
  stub as unknown,
  stub as url,
  stub as uuid,
};
