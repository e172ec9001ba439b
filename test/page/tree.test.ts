import type { GraphQLCompositeType } from 'graphql';
import { isObjectType, OperationTypeNode } from 'graphql';
import { expect, test } from 'vitest';
import { isReadable, selectEdit, unselectEdit } from '../../explorer/page/builder/edits.ts';
import type { TextEdit } from '../../explorer/page/builder/input-edits.ts';
import type { TreeStep } from '../../explorer/page/builder/selection.ts';
import {
  firstBelow,
  nameOf,
  nodeAt,
  stepsFrom,
  typeBehind,
} from '../../explorer/page/builder/selection.ts';
import { documentOf, operationAt } from '../../explorer/page/language/spots.ts';
import { pageSchema } from '../support/page-schema.ts';

const applied = (text: string, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to);

const rootOf = (root: OperationTypeNode) => {
  const type = pageSchema.getRootType(root);
  if (type == null) throw new Error('no such root');
  return type;
};

/** The steps of the tree from a root, by their names as they are written. */
const pathOf = (names: readonly string[], root = OperationTypeNode.QUERY): readonly TreeStep[] => {
  let type: GraphQLCompositeType | null = rootOf(root);
  return names.map((name) => {
    const step = type && stepsFrom(type, pageSchema).find((one) => nameOf(one) === name);
    if (!step) throw new Error(`no step ${name}`);
    type = typeBehind(step);
    return step;
  });
};

const targetOf = (text: string, root: OperationTypeNode) => ({
  text,
  operation: operationAt(documentOf(text), 0),
  root,
});
const select = (text: string, names: readonly string[], root = OperationTypeNode.QUERY): string =>
  applied(text, selectEdit(targetOf(text, root), pathOf(names, root)));
const unselect = (text: string, names: readonly string[]): string => {
  const edit = unselectEdit(targetOf(text, OperationTypeNode.QUERY), pathOf(names));
  return edit === null ? 'no edit' : applied(text, edit);
};

const names = '{\n  account(id: "a") {\n    name\n  }\n}\n';

test('a field is written after the others, with the first fields below it', () => {
  expect(select(names, ['account', 'campaigns'])).toBe(`{
  account(id: "a") {
    name
    campaigns {
      nodes {
        name
      }
    }
  }
}
`);
});

test('only its own part of the text changes, with comments and layout', () => {
  const text = `# kept\n{ # too\n  account(id: "a") { name } # and this\n}`;
  expect(select(text, ['account', 'timezone'])).toBe(
    '# kept\n{ # too\n  account(id: "a") { name timezone } # and this\n}',
  );
  expect(select('{\n  viewer { userId } }', ['accounts'])).toBe(
    '{\n  viewer { userId }\n  accounts {\n    nodes {\n      name\n    }\n  }\n}',
  );
});

test('fields on the way to a field are written with it', () => {
  expect(
    select('{\n  viewer { userId }\n}', ['accounts', 'nodes', 'campaigns', 'nodes', 'name']),
  ).toBe(`{
  viewer { userId }
  accounts {
    nodes {
      campaigns {
        nodes {
          name
        }
      }
    }
  }
}`);
  expect(select('{ account(id: "a") }', ['account', 'name'])).toBe(
    '{ account(id: "a") {\n  name\n} }',
  );
});

test('an operation begins in an empty text, after the comments of another', () => {
  expect(select('', ['viewer', 'userId'])).toBe('query {\n  viewer {\n    userId\n  }\n}\n');
  expect(select('# later\n', ['viewer', 'userId'])).toMatch(/^# later\n\nquery \{\n/);
});

test('a mutation begins with its outcome, its errors and its required input', () => {
  expect(select('', ['updateCampaign'], OperationTypeNode.MUTATION)).toBe(`mutation {
  updateCampaign(input: { accountId: "", campaignId: "" }) {
    outcome
    errors {
      code
      message
      argument
    }
  }
}
`);
});

test('a field is removed with its line, and with everything that would be empty', () => {
  expect(unselect(select(names, ['account', 'campaigns']), ['account', 'campaigns'])).toBe(names);
  expect(unselect('{ viewer { userId signedIn } }', ['viewer', 'userId'])).toBe(
    '{ viewer { signedIn } }',
  );
  expect(unselect('{ viewer { userId } accounts { nodes { name } } }', ['viewer', 'userId'])).toBe(
    '{ accounts { nodes { name } } }',
  );
  expect(unselect(names, ['account', 'name'])).toBe('');
  expect(unselect(names, ['viewer'])).toBe('no edit');
});

test('a type of an interface is a level, and a fragment without a type belongs to its parent', () => {
  const node = '{ node(id: "a") { ... on Campaign { name } ... { id } } }';
  const operation = operationAt(documentOf(node), 0);
  expect(nodeAt(operation, pathOf(['node', '... on Campaign', 'name']))).not.toBeNull();
  expect(nodeAt(operation, pathOf(['node', 'id']))).not.toBeNull();
  expect(nodeAt(operation, pathOf(['node', '... on LineItem']))).toBeNull();
  expect(unselect(node, ['node', 'id'])).toBe('{ node(id: "a") { ... on Campaign { name } } }');
  expect(unselect('{ viewer { ... { userId signedIn } } }', ['viewer', 'userId'])).toBe(
    '{ viewer { ... { signedIn } } }',
  );
  expect(
    unselect('{ viewer { ... { ... { userId } } } accounts { nodes { id } } }', [
      'viewer',
      'userId',
    ]),
  ).toBe('{ accounts { nodes { id } } }');
});

test('fields for machines are last', () => {
  const steps = stepsFrom(rootOf(OperationTypeNode.QUERY), pageSchema).map(nameOf);
  const first = steps.findIndex((name) => name.startsWith('_'));
  expect(first).toBeGreaterThan(0);
  expect(steps.slice(first).every((name) => name.startsWith('_'))).toBe(true);
});

test.each([
  ['Campaign', ['name']],
  ['CampaignConnection', ['nodes']],
  ['UpdateCampaignPayload', ['outcome', 'errors']],
  ['Money', ['amount']],
])('%s begins with its most important fields', (name, fields) => {
  const type = pageSchema.getType(name);
  expect(isObjectType(type) && firstBelow(type).map(nameOf)).toEqual(fields);
});

test('a text with a mistake has no tree, one with only comments has', () => {
  const isRead = (text: string): boolean => isReadable(documentOf(text), text);
  expect(isRead('{ viewer { userId } }')).toBe(true);
  expect(isRead('# { half\n')).toBe(true);
  expect(isRead('{ half')).toBe(false);
});
