import type { Endpoint } from './endpoint.ts';
import { entitiesOf } from './endpoint.ts';
import type { Entity } from './entity.ts';
import { identifiers, isIdentifier } from './identifiers.ts';
import type { Fields, Param, ParamOf } from './params.ts';
import { pathIdName, pathNames } from './paths.ts';
import type { Rule } from './rules.ts';
import { namesIn } from './rules.ts';
import { validateValue } from './validate-value.ts';

type Area = Readonly<Record<string, Endpoint>>;
type Found = readonly string[];

/** All contradictions in the catalogue, each as a message with area, entry and fact. Empty where there is none. */
export const mistakesIn = (areas: Readonly<Record<string, Area>>): Found => {
  const entries = Object.entries(areas).flatMap(([area, group]) =>
    Object.values(group).map((endpoint) => ({ at: `${area}.${endpoint.name}`, endpoint })),
  );
  const entities = entries.flatMap(({ endpoint }) => entitiesOf(endpoint));
  return [
    ...entries.flatMap(({ at, endpoint }) =>
      mistakesOf(endpoint).map((mistake) => `${at}: ${mistake}`),
    ),
    ...repeated(entries.map(({ endpoint }) => endpoint.name)).map(
      (name) => `${name} stands in two areas`,
    ),
    ...repeated([...new Set(entities)].map(({ name }) => name)).map(
      (name) => `two entities are called ${name}`,
    ),
    ...strayIdentifiers(new Set(entities.map(({ name }) => name))),
  ];
};

const repeated = (names: Found): Found =>
  names.filter((name, index) => names.indexOf(name) !== index);

const strayIdentifiers = (entities: ReadonlySet<string>): Found =>
  Object.entries(identifiers).flatMap(([name, { of, orOf = [], by }]) =>
    [...(of === undefined ? [] : [of]), ...orOf, ...Object.values(by?.of ?? {})]
      .filter((entity) => !entities.has(entity))
      .map(
        (entity) => `identifiers.ts: ${name} leads to ${entity}, which no endpoint answers with`,
      ),
  );

/** Items that would be read as none or two, where a list is joined by commas. */
const notJoinable = ['', ' ', 'a,b'];

const inJoined = ({ body, params }: Endpoint): Found =>
  body !== 'query' && body !== 'form'
    ? []
    : Object.entries(params).flatMap(([name, param]) =>
        param.kind === 'list' && param.of.kind === 'text' && takesAny(name, param.of)
          ? [`${name} is joined by commas, and an item of it may be blank or hold one`]
          : [],
      );

const takesAny = (name: string, item: ParamOf<'text'>): boolean =>
  notJoinable.some((value) => validateValue(name, item, value) === null);

const mistakesOf = (endpoint: Endpoint): Found => [
  ...inJoined(endpoint),
  ...inPath(endpoint),
  ...inAnswer(endpoint),
  ...inFields(endpoint.params, endpoint.rules),
  ...Object.entries(endpoint.params).flatMap(([name, param]) => inFilter(endpoint, name, param)),
  ...Object.entries(endpoint.operations ?? {}).flatMap(([type, { params, rules, target }]) =>
    [
      ...inFields(params, rules),
      ...unknown(target === undefined ? [] : [target], params, 'its target'),
    ].map((mistake) => `${type}: ${mistake}`),
  ),
];

/** A message for each of these names that is not a parameter. */
const unknown = (names: Found, known: Fields, what: string): Found =>
  names
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `${what} names ${name}, which is no parameter of it`);

const inPath = (endpoint: Endpoint): Found => {
  const { path, pathIds, params, byIds, byIdsElse, inHeader } = endpoint;
  const names = pathNames(path);
  return [
    ...names.flatMap((name) => unidentified(pathIdName(endpoint, name), `{${name}} of its path`)),
    ...Object.keys(pathIds)
      .filter((name) => !names.includes(name))
      .map((name) => `pathIds names ${name}, which does not stand in its path`),
    ...unknown(Object.keys(byIds ?? {}), params, 'byIds'),
    ...unknown(Object.keys(byIdsElse ?? {}), params, 'byIdsElse'),
    ...unknown(inHeader, params, 'inHeader'),
  ];
};

const unidentified = (name: string, what: string): Found =>
  isIdentifier(name) ? [] : [`${what} is an id, and identifiers.ts does not know ${name}`];

const inAnswer = ({ returns, params }: Endpoint): Found => {
  const { of, omits, perItemOf } = returns;
  return [
    ...(of === null ? [] : omits.flatMap((column) => missing(of, column, 'its answer omits'))),
    ...(of === null || of.key === null ? [] : missing(of, of.key, 'rows are identified by')),
    ...unknown(perItemOf === undefined ? [] : [perItemOf], params, 'its answer'),
  ];
};

const missing = ({ name, columns }: Entity, column: string, what: string): Found =>
  Object.hasOwn(columns, column) ? [] : [`${what} ${column}, which is no column of ${name}`];

/** The mistakes in `matches` and `reveals` of a parameter: columns that the entity does not have. */
const inFilter = ({ returns }: Endpoint, name: string, param: Param): Found => {
  const matches = 'matches' in param ? param.matches : undefined;
  const words = 'words' in param ? (param.words ?? []) : [];
  const [shown] = param.shownAs?.split('.') ?? [];
  const reveals = 'reveals' in param ? Object.keys(param.reveals ?? {}) : [];
  if (returns.of === null) {
    return matches === undefined ? [] : [`${name} matches ${matches}, and its answer has no rows`];
  }
  const { of } = returns;
  return [
    ...(matches === undefined ? [] : missing(of, matches, `${name} matches`)),
    ...words.flatMap((column) => missing(of, column, `${name} looks for words in`)),
    ...(shown === undefined ? [] : missing(of, shown, `${name} is shown as`)),
    ...reveals.flatMap((column) => missing(of, column, `${name} reveals`)),
  ];
};

const inFields = (fields: Fields, rules: readonly Rule[]): Found => [
  ...rules.flatMap((rule) => inRule(rule, fields)),
  ...Object.entries(fields).flatMap(([name, param]) => inParam(name, param, new Set())),
];

const inRule = (rule: Rule, fields: Fields): Found => {
  const within = rule.rule === 'onlyWhen' ? rule.within : undefined;
  const items = within === undefined ? [] : membersOf(fields[within]);
  const known = Object.assign({}, ...items, fields) as Fields;
  const found = unknown(namesIn(rule), known, `the rule ${rule.rule}`);
  if (!('is' in rule) || found.length > 0) return found;
  const values = 'values' in rule ? (rule.values ?? []) : [];
  return [...notChoices(values, known, rule.name), ...notChoices(rule.is, known, rule.other)].map(
    (mistake) => `the rule ${rule.rule} ${mistake}`,
  );
};

const notChoices = (values: Found, known: Fields, name: string): Found => {
  const param = known[name];
  return values
    .filter((value) => param?.kind === 'choice' && !param.all.includes(value))
    .map((value) => `names ${value}, which ${name} does not take`);
};

/** The members of the objects that a parameter holds. */
const membersOf = (param: Param | undefined): readonly Fields[] => {
  if (param?.kind === 'list') return membersOf(param.of);
  if (param?.kind === 'shape') return [param.fields];
  return param?.kind === 'variant' ? Object.values(param.of).map(({ fields }) => fields) : [];
};

// A shape can contain itself, so each is entered once.
const inParam = (name: string, param: Param, entered: Set<Param>): Found => {
  if (param.kind === 'id') return unidentified(param.as ?? name, name);
  if (param.kind === 'list') return inParam(name, param.of, entered);
  if (entered.has(param)) return [];
  entered.add(param);
  const inside =
    param.kind === 'shape' ? [param] : param.kind === 'variant' ? Object.values(param.of) : [];
  return inside
    .flatMap(({ fields, rules }) => [
      ...rules.flatMap((rule) => inRule(rule, fields)),
      ...Object.entries(fields).flatMap(([member, field]) => inParam(member, field, entered)),
    ])
    .map((mistake) => `${name}: ${mistake}`);
};
