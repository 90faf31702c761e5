import { createElement as h, type ReactNode } from 'react';
import type { Content, Operation, Response } from './document.ts';
import { type Field, fieldsOf, type Named } from './fields.ts';
import type { PortalDocument } from './join-documents.ts';

/** An operation and where it stands. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

type Components = PortalDocument['components'];

/** One operation, closed until somebody opens it. */
export const operationDetails = ({ path, method, operation }: Placed, components: Components): ReactNode =>
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
    operation.parameters && table('Parameters', operation.parameters.flatMap(parameterFields)),
    bodies('Takes', operation.requestBody?.content, components.schemas),
    Object.entries(operation.responses).map(([status, response]) =>
      answer(status, resolved(response, components), components),
    ),
  );

const parameterFields = ({ name, in: where, required = false, schema = {} }: ParameterOf): Field[] =>
  fieldsOf(schema, {}).map((field) => ({ ...field, name: `${name} (${where})`, required }));
type ParameterOf = NonNullable<Operation['parameters']>[number];

const resolved = (response: Response, { responses }: Components): Response =>
  responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;

function answer(status: string, { description, content }: Response, { schemas }: Components): ReactNode {
  return h(
    'div',
    { key: status },
    h('h3', null, h('b', null, status), ' ', description),
    Number(status) < 300 && bodies('', content, schemas),
  );
}

const bodies = (title: string, content: Content | undefined, schemas: Named): ReactNode =>
  Object.entries(content ?? {}).map(([type, { schema }]) =>
    schema
      ? h('div', { key: type }, table(`${title} ${type}`.trim(), fieldsOf(schema, schemas)))
      : h('p', { key: type }, `${title} ${type}`.trim()),
  );

const table = (caption: string, fields: readonly Field[]): ReactNode =>
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
