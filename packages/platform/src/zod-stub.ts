// Schemas only give types in the browser, so this stub saves 22 KB a page. A test compares the names.
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
