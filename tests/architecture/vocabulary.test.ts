import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { isTree, parseFile, type Tree, walk } from './syntax-tree.ts';

/** For each type of node, the field with its declared name. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'identifier',
  FunctionExpression: 'identifier',
  ClassDeclaration: 'identifier',
  ClassProperty: 'key',
  ClassMethod: 'key',
  MethodProperty: 'key',
  GetterProperty: 'key',
  SetterProperty: 'key',
  KeyValueProperty: 'key',
  KeyValuePatternProperty: 'value',
  AssignmentPatternProperty: 'key',
  RestElement: 'argument',
  AssignmentPattern: 'left',
  Parameter: 'pat',
  TsInterfaceDeclaration: 'id',
  TsTypeAliasDeclaration: 'id',
  TsEnumDeclaration: 'id',
  TsPropertySignature: 'key',
  TsMethodSignature: 'key',
};

const findName = (node: unknown): string[] =>
  isTree(node) && node.type === 'Identifier' ? [String(node.value)] : [];

function collectNames(node: Tree): string[] {
  const field = NAME_FIELDS[String(node.type)];
  if (field) return findName(node[field]);
  const patterns = node.type === 'ArrowFunctionExpression' ? node.params : node.elements;
  const isPattern = node.type === 'ArrowFunctionExpression' || node.type === 'ArrayPattern';
  return isPattern && Array.isArray(patterns) ? patterns.flatMap(findName) : [];
}

/** The variables, functions, types, parameters and own properties that a module declares; no strings. */
function findDeclaredNames(module: Tree): string[] {
  const names = new Set<string>();
  for (const node of walk(module)) for (const name of collectNames(node)) names.add(name);
  return [...names];
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Words with a standard term as replacement; `docs/glossary.md` has the terms and the naming rules. */
const BANNED = new Set(
  `take takes taken taker takers tell tells told tale tales ask asks asked asking keep keeps kept keeper keeping
  sighting sight looks leavings books hush judge judged judging arrival arrive standing lane lanes news hear
  heard learnt lent lending borrowing door doors shelf shelves bindery workshop studio matter press misfit obstacle
  offices contended setting patience refuse refused refusal refusals traveller courier nobody`.split(/\s+/),
);
/** Names that libraries prescribe. */
const LIBRARY = [
  'keepUnusedDataFor',
  'keepAlive',
  'keepAliveMaxTimeout',
  'keepAliveTimeout',
  'keepImportAttributes',
];
/** Names that are stored, sent, written to an operator's file, or used by deployed remotes. */
const RELEASED = [
  ...['takenBy', 'refusals', 'tells', 'asked', 'refused', 'kept', 'taken', 'keptAt'],
  'asksToSignIn',
];
const EXEMPT_NAMES = new Set([...LIBRARY, ...RELEASED]);
/** Deliberate violations, and this list. */
const EXEMPT_FILES = /^tests\/architecture\/(examples\/|vocabulary|declared-names)/;

const trackedFiles = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !EXEMPT_FILES.test(file));

const splitWords = (name: string): string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

/** A name with an underscore is a field on the wire or in the database. */
const isWireName = (name: string): boolean => /[a-z]_[a-z]/.test(name);

const isBanned = (name: string): boolean =>
  !EXEMPT_NAMES.has(name) && !isWireName(name) && splitWords(name).some((word) => BANNED.has(word));

const readDeclaredNames = (file: string): string[] => findDeclaredNames(parseFile(join(ROOT, file)));

test('uses no banned word in a path', () => {
  const paths = new Set(trackedFiles.flatMap((file) => file.split('/')));
  expect([...paths].filter(isBanned)).toEqual([]);
});

test('uses no banned word in a declared name', () => {
  const banned = trackedFiles.flatMap((file) =>
    readDeclaredNames(file)
      .filter(isBanned)
      .map((name) => `${file}: ${name}`),
  );
  expect(banned).toEqual([]);
});
