import { columnOfSort, type Endpoint, entitiesOf } from './endpoint.ts';
import type { CountedRecords, Entity } from './entity.ts';
import { identifiers, isIdentifier, pathIdName, pathNames } from './identifiers.ts';
import { amountName, isMicros } from './money.ts';
import type { Fields, Param, ParamOf, Sorting } from './params.ts';
import { namesIn, type Rule } from './rule-kinds.ts';
import { validateValue } from './validate-value.ts';

type Area = Readonly<Record<string, Endpoint>>;
type Mistakes = readonly string[];

/** All contradictions in the catalogue, each as a message with area, entry and fact. */
export const mistakesIn = (areas: Readonly<Record<string, Area>>): Mistakes => {
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

const repeated = (names: Mistakes): Mistakes =>
  names.filter((name, index) => names.indexOf(name) !== index);

const strayIdentifiers = (entities: ReadonlySet<string>): Mistakes =>
  Object.entries(identifiers).flatMap(([name, { of, orOf = [], by }]) =>
    [...(of === undefined ? [] : [of]), ...orOf, ...Object.values(by?.of ?? {})]
      .filter((entity) => !entities.has(entity))
      .map(
        (entity) => `identifiers.ts: ${name} leads to ${entity}, which no endpoint answers with`,
      ),
  );

/** Items that would be read as none or as two in a list that is joined by commas. */
const notJoinable = ['', ' ', 'a,b'];

const inJoined = (fields: Fields, { body }: Pick<Endpoint, 'body'>): Mistakes =>
  Object.entries(fields).flatMap(([name, param]) => {
    const isJoined = body === 'query' || body === 'form' || 'joined' in param;
    return isJoined && param.kind === 'list' && param.of.kind === 'text' && takesAny(name, param.of)
      ? [`${name} is joined by commas, and an item of it may be blank or hold one`]
      : [];
  });

const takesAny = (name: string, item: ParamOf<'text'>): boolean =>
  notJoinable.some((value) => validateValue(name, item, value) === null);

const mistakesOf = (endpoint: Endpoint): Mistakes => [
  ...inJoined(endpoint.params, endpoint),
  ...inPath(endpoint),
  ...inResponse(endpoint),
  ...inFields(endpoint.params, endpoint.rules),
  ...Object.entries(endpoint.params).flatMap(([name, param]) => inFilter(endpoint, name, param)),
  ...Object.entries(endpoint.operations ?? {}).flatMap(([type, { params, rules, target, most }]) =>
    [
      ...unknown(
        (most ?? []).flatMap(({ name, by }) => [name, by]),
        params,
        'a limit',
      ),
      ...inJoined(params, endpoint),
      ...inFields(params, rules),
      ...unknown(target === undefined ? [] : [target], params, 'its target'),
    ].map((mistake) => `${type}: ${mistake}`),
  ),
];

/** A message for each of these names that is not a parameter. */
const unknown = (names: Mistakes, fields: Fields, what: string): Mistakes =>
  names
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `${what} names ${name}, which is no parameter of it`);

const inPath = (endpoint: Endpoint): Mistakes => {
  const { path, pathIds, params, quirks } = endpoint;
  const { byIds = {}, byIdsElse = {}, inHeader = [] } = quirks;
  const names = pathNames(path);
  return [
    ...names.flatMap((name) => unidentified(pathIdName(endpoint, name), `{${name}} of its path`)),
    ...Object.keys(pathIds)
      .filter((name) => !names.includes(name))
      .map((name) => `pathIds names ${name}, which does not stand in its path`),
    ...unknown(Object.keys(byIds), params, 'byIds'),
    ...unknown(Object.keys(byIdsElse), params, 'byIdsElse'),
    ...unknown(inHeader, params, 'inHeader'),
  ];
};

const unidentified = (name: string, what: string): Mistakes =>
  isIdentifier(name) ? [] : [`${what} is an id, and identifiers.ts does not know ${name}`];

const inResponse = ({ returns, params, operations }: Endpoint): Mistakes => {
  const { of, omits, perItemOf, counted } = returns;
  const sets = operations === null ? [params] : Object.values(operations).map((one) => one.params);
  return [
    ...(of === null || counted === undefined
      ? []
      : counted.in.flatMap((column) => missing(of, column, 'its answer counts in'))),
    ...sets.flatMap((fields) => unknown(recordsOf(counted), fields, 'its answer')),
    ...(of === null ? [] : omits.flatMap((column) => missing(of, column, 'its answer omits'))),
    ...(of === null || of.key === null ? [] : missing(of, of.key, 'rows are identified by')),
    ...unknown(perItemOf === undefined ? [] : [perItemOf], params, 'its answer'),
  ];
};

const recordsOf = (counted: CountedRecords | undefined): Mistakes =>
  counted === undefined ? [] : [counted.records];

const missing = ({ name, columns }: Entity, column: string, what: string): Mistakes =>
  Object.hasOwn(columns, column) ? [] : [`${what} ${column}, which is no column of ${name}`];

const columnsOfSorts = (sorting: Sorting): Mistakes =>
  Object.keys(sorting.by).flatMap((attribute) => columnOfSort(sorting, attribute) ?? []);

/** Mistakes in `matches`, `sorts` and the like: columns that the entity does not have. */
const inFilter = ({ returns }: Endpoint, name: string, param: Param): Mistakes => {
  const matches = 'matches' in param ? param.matches : undefined;
  const words = 'words' in param ? (param.words ?? []) : [];
  const [shown] = param.shownAs?.split('.') ?? [];
  const sorts = param.kind === 'text' && param.sorts ? columnsOfSorts(param.sorts) : [];
  const reveals = 'reveals' in param ? Object.keys(param.reveals ?? {}) : [];
  if (returns.of === null) {
    return matches === undefined ? [] : [`${name} matches ${matches}, and its answer has no rows`];
  }
  const { of } = returns;
  return [
    ...(matches === undefined ? [] : missing(of, matches, `${name} matches`)),
    ...words.flatMap((column) => missing(of, column, `${name} looks for words in`)),
    ...(shown === undefined ? [] : missing(of, shown, `${name} is shown as`)),
    ...sorts.flatMap((column) => missing(of, column, `${name} sorts by`)),
    ...reveals.flatMap((column) => missing(of, column, `${name} reveals`)),
  ];
};

const inFields = (fields: Fields, rules: readonly Rule[]): Mistakes => [
  ...rules.flatMap((rule) => inRule(rule, fields)),
  ...Object.entries(fields).flatMap(([name, param]) => inParam(name, param, new Set())),
  ...sharedAmounts(fields),
];

// An input has both the amount and its micros.
const sharedAmounts = (fields: Fields): Mistakes =>
  Object.keys(fields)
    .filter((name) => isMicros(name) && Object.hasOwn(fields, amountName(name)))
    .map((name) => `${amountName(name)} is the name of the amount of ${name} too`);

const inRule = (rule: Rule, fields: Fields): Mistakes => {
  const within = 'list' in rule ? rule.list : 'within' in rule ? rule.within : undefined;
  const items = within === undefined ? [] : membersOf(fields[within]);
  const params = Object.assign({}, ...items, fields) as Fields;
  const mistakes = unknown(namesIn(rule), params, `the rule ${rule.rule}`);
  if (!('is' in rule) || mistakes.length > 0) return mistakes;
  const strayValues = 'values' in rule ? notChoices(rule.values ?? [], params, rule.name) : [];
  return [...strayValues, ...notChoices(rule.is, params, rule.other)].map(
    (mistake) => `the rule ${rule.rule} ${mistake}`,
  );
};

const notChoices = (values: Mistakes, fields: Fields, name: string): Mistakes => {
  const param = fields[name];
  const choice = param?.kind === 'list' ? param.of : param;
  return values
    .filter((value) => choice?.kind === 'choice' && !choice.all.includes(value))
    .map((value) => `names ${value}, which ${name} does not take`);
};

/** The members of the objects that a parameter holds. */
const membersOf = (param: Param | undefined): readonly Fields[] => {
  if (param?.kind === 'list') return membersOf(param.of);
  if (param?.kind === 'shape') return [param.fields];
  return param?.kind === 'variant' ? Object.values(param.of).map(({ fields }) => fields) : [];
};

// A shape can contain itself, so each is entered once.
const inParam = (name: string, param: Param, entered: Set<Param>): Mistakes => {
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
