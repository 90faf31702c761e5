import { type Node, type ObjectExpression, parse } from 'acorn';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const schemaNames = ['request', 'response'];

/**
 * Prepares a contracts module for the browser, which validates nothing by schemas: removes them from
 * definitions of calls and marks each call at module level as free of side effects. The minimizer then drops
 * unused definitions. @param code JavaScript, an ES module
 */
export function dropSchemas(code: string): string {
  const edits = listEdits(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

function listEdits(node: Node): Edit[] {
  // Calls inside a function run later.
  if (/Function|Class/.test(node.type)) return [];
  const removals = isObject(node) ? listRemovals(node) : [];
  const children = listChildren(node).filter(({ start }) => removals.every((edit) => edit.start !== start));
  const marks = node.type === 'CallExpression' ? [{ ...node, end: node.start, text: '/*#__PURE__*/ ' }] : [];
  return [...removals, ...marks, ...children.flatMap(listEdits)];
}

/** Each with its trailing comma. */
function listRemovals({ properties }: ObjectExpression): Edit[] {
  const names = properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '',
  );
  if (!schemaNames.every((name) => names.includes(name))) return [];
  return properties.flatMap(({ start, end }, index) =>
    schemaNames.includes(names[index] ?? '')
      ? [{ start, end: properties[index + 1]?.start ?? end, text: '' }]
      : [],
  );
}

const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const isObject = (node: Node): node is ObjectExpression => node.type === 'ObjectExpression';
