import { isTree, type Tree, walk } from './syntax-tree.ts';

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
export function findDeclaredNames(module: Tree): string[] {
  const names = new Set<string>();
  for (const node of walk(module)) for (const name of collectNames(node)) names.add(name);
  return [...names];
}
