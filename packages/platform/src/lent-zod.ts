// The part of zod that the contracts are written with, lent to the remotes so that it loads once a page.
// Like the platform's own list it only grows; a test keeps it in step with the contracts.
import { config } from 'zod/v4';

// A strict content security policy forbids the code that zod would otherwise compile.
config({ jitless: true });

export {
  array,
  boolean,
  coerce,
  discriminatedUnion,
  email,
  enum,
  int,
  iso,
  lazy,
  literal,
  looseObject,
  NEVER,
  nullable,
  number,
  object,
  optional,
  record,
  strictObject,
  string,
  templateLiteral,
  tuple,
  union,
  unknown,
  url,
  uuid,
} from 'zod/v4';
