import { createElement as h, type ReactNode } from 'react';
import { type Field, listFields, type SchemasByName } from './list-fields.ts';
import type { PortalDocument } from './merge-documents.ts';
import type { Content, Operation, Response } from './service-document.ts';

/** An operation and where it stands. */
export interface OperationEntry {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

type Components = PortalDocument['components'];

/** One operation, closed until somebody opens it. */
export const renderOperation = (
  { path, method, operation }: OperationEntry,
  components: Components,
): ReactNode =>
  h(
    'details',
    { key: `${method} ${path}`, id: operation.operationId },
    h(
      'summary',
      null,
      h('b', null, method.toUpperCase()),
      ' ',
      h('code', null, path),
      ' ',
      h('span', null, operation.summary),
    ),
    operation.description && h('p', null, operation.description),
    h('p', null, operation.security.length > 0 ? 'Needs a session.' : 'Needs no session.'),
    operation.parameters && renderTable('Parameters', operation.parameters.flatMap(toParameterFields)),
    renderBodies('Takes', operation.requestBody?.content, components.schemas),
    Object.entries(operation.responses).map(([status, response]) =>
      renderResponse(status, resolveResponse(response, components), components),
    ),
  );

const toParameterFields = ({ name, in: position, required = false, schema = {} }: Parameter): Field[] =>
  listFields(schema, {}).map((field) => ({ ...field, name: `${name} (${position})`, required }));
type Parameter = NonNullable<Operation['parameters']>[number];

const resolveResponse = (response: Response, { responses }: Components): Response =>
  responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;

function renderResponse(
  status: string,
  { description, content }: Response,
  { schemas }: Components,
): ReactNode {
  return h(
    'div',
    { key: status },
    h('h3', null, h('b', null, status), ' ', description),
    Number(status) < 300 && renderBodies('', content, schemas),
  );
}

const renderBodies = (title: string, content: Content | undefined, schemas: SchemasByName): ReactNode =>
  Object.entries(content ?? {}).map(([type, { schema }]) =>
    schema
      ? h('div', { key: type }, renderTable(`${title} ${type}`.trim(), listFields(schema, schemas)))
      : h('p', { key: type }, `${title} ${type}`.trim()),
  );

const renderTable = (caption: string, fields: readonly Field[]): ReactNode =>
  h(
    'table',
    null,
    h('caption', null, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        ['Field', 'Type', 'Always'].map((text) => h('th', { key: text, scope: 'col' }, text)),
      ),
    ),
    h(
      'tbody',
      null,
      fields.map(({ name, type, required }) =>
        h(
          'tr',
          { key: name },
          h('th', { scope: 'row' }, h('code', null, name || '·')),
          h('td', null, type),
          h('td', null, required ? 'yes' : ''),
        ),
      ),
    ),
  );
