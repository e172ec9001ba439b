/** A request meant to cost more than it may, and the expected answer. */
export interface Attack {
  readonly title: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** The codes of its errors, empty if it is answered; left out if either will do. */
  readonly codes?: readonly string[];
}

/** A text repeated this many times. */
export const times = (count: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);

interface ChainOptions {
  readonly type?: string;
  readonly each?: number;
  readonly spread?: (name: string) => string;
  readonly end: string;
}

/** Fragments each of which spreads the next one several times; the last holds `end`. */
export const chain = (
  levels: number,
  { type = 'Query', each = 2, spread = (name) => `...${name}`, end }: ChainOptions,
): string => {
  const bodies = Array.from({ length: levels }, (_, level) =>
    times(each, () => spread(`C${level + 1}`)),
  );
  return [...bodies, end]
    .map((body, level) => `fragment C${level} on ${type} { ${body} }`)
    .join(' ');
};

const user = 'viewer { userId }';
const cost = ['COST_LIMIT_EXCEEDED'];
const accountOf = (inside: string): string => `{ account(id: "big1") { ${inside} } }`;
const rowsOf = (inside: string): string =>
  accountOf(`campaigns(first: 1000) { nodes { ${inside} } }`);

/** Fragments within fragments. */
const fragments: readonly Attack[] = [
  {
    title: 'fragments that double sixty times',
    query: `{ ...C0 } ${chain(60, { end: user })}`,
    codes: cost,
  },
  {
    title: 'fragments that grow threefold forty times, over rows',
    query: `${rowsOf('...C0')} ${chain(40, { type: 'Campaign', each: 3, end: 'name' })}`,
    codes: cost,
  },
  {
    title: 'doubling fragments under conditions that differ',
    query: `query ($y: Boolean!) { ...C0 } ${chain(40, { spread: (name) => `...${name} @include(if: $y)`, end: user })}`,
    variables: { y: true },
    codes: cost,
  },
  {
    title: 'doubling fragments inside inline fragments',
    query: `{ ...C0 } ${chain(30, { spread: (name) => `... on Query { ...${name} }`, end: user })}`,
    codes: cost,
  },
  {
    title: 'doubling fragments through links there and back',
    query: `${rowsOf('...C0')} ${times(12, (level) => `fragment C${level} on Campaign { account { campaigns(first: 1) { nodes { ...C${level + 1} } } } fundingInstrument { campaigns(first: 1) { nodes { ...C${level + 1} } } } }`)} fragment C12 on Campaign { name }`,
    codes: ['DEPTH_LIMIT_EXCEEDED'],
  },
  {
    title: 'fragments that spread all others',
    query: `{ ...A0 } ${times(40, (one) => `fragment A${one} on Query { viewer { userId } ${times(39 - one, (other) => `...A${one + 1 + other}`)} }`)}`,
    codes: cost,
  },
  {
    title: 'fragments that spread themselves at the end of a long chain',
    query: `{ ...C0 } ${chain(200, { each: 1, end: '...C0' })}`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'a thousand fragments that nobody spreads',
    query: `{ viewer { userId } } ${times(570, (index) => `fragment U${index} on Query { __typename }`)}`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
];

const nested = (levels: number): string =>
  levels === 0
    ? user
    : `... { ${nested(levels - 1)} } ... on Query { viewer { userId screenName } }`;

/** Fields that have to be compared with each other. */
const merging: readonly Attack[] = [
  {
    title: '3,900 equal fields',
    query: `{ viewer { ${times(3900, () => 'userId')} } }`,
  },
  {
    title: 'a thousand equal fields with selections',
    query: `{ ${times(980, () => 'viewer { userId }')} }`,
  },
  {
    title: 'equal fields with arguments and selections on every level',
    query: `{ ${times(14, () => `account(id: "big1") { ${times(14, () => 'campaigns(first: 1) { nodes { id } }')} }`)} }`,
    codes: [],
  },
  {
    title: 'equal fields whose arguments are long lists',
    query: `{ ${times(60, () => `nodes(ids: [${times(55, () => '"a"')}]) { id }`)} }`,
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'a conflict among a thousand fields',
    query: `{ viewer { ${times(980, () => 'a: userId')} a: screenName } }`,
    codes: ['ALIAS_LIMIT_EXCEEDED'],
  },
  {
    title: 'equal fields in fragments that are compared two by two',
    query: `{ ${times(100, (index) => `...M${index}`)} } ${times(100, (index) => `fragment M${index} on Query { viewer { ...N${index} } }`)} ${times(100, (index) => `fragment N${index} on Viewer { userId screenName }`)}`,
    codes: [],
  },
  {
    title: 'equal fields below each other, on both sides of each level',
    query: `{ ${nested(12)} }`,
  },
];

/** Deep documents, and long ones. */
const shapes: readonly Attack[] = [
  {
    title: 'inline fragments in inline fragments',
    query: `${'{ ... '.repeat(190)}{ __typename }${' }'.repeat(190)}`,
    codes: [],
  },
  {
    title: 'inline fragments deeper than any bracket may be',
    query: `${'{ ... '.repeat(1300)}{ __typename }${' }'.repeat(1300)}`,
    codes: ['DEPTH_LIMIT_EXCEEDED'],
  },
  {
    title: 'a list in a list in a list',
    query: `{ nodes(ids: ${'['.repeat(1900)}${']'.repeat(1900)}) { id } }`,
    codes: ['DEPTH_LIMIT_EXCEEDED'],
  },
  {
    title: 'an object in an object in an object',
    query: `mutation { createCard(input: ${'{ components: '.repeat(190)}1${' }'.repeat(190)}) { outcome } }`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'a list of very many ids',
    query: `{ nodes(ids: [${times(3900, () => '"a"')}]) { id } }`,
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'very many ids in a variable',
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 60_000 }, (_, index) => `Campaign:big1:${index}`) },
  },
  {
    title: 'very many wrong values in a variable',
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 60_000 }, () => ({})) },
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'lists in a variable, a thousand deep',
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: JSON.parse(`${'['.repeat(1000)}1${']'.repeat(1000)}`) as unknown },
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'an object of very many names that nobody knows',
    query: 'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }',
    variables: {
      input: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`name${n}`, n])),
    },
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'nine hundred variables that nobody uses',
    query: `query (${times(950, (index) => `$v${index}: Int`)}) { viewer { userId } }`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'nine hundred fields that are nearly there',
    query: accountOf(times(950, (index) => `campaignss${index}`)),
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'nine hundred arguments that are nearly there',
    query: `{ accounts(${times(950, (index) => `accountId${index}: 1`)}) { __typename } }`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'thirteen hundred directives',
    query: `{ viewer { userId ${times(1300, () => '@skip(if: true)')} } }`,
  },
];

const bytes = 65_000;

/** Documents of 64 KiB, most of which is one thing. */
const large: readonly Attack[] = [
  { title: 'comments', query: `${'#\n'.repeat(bytes / 2)}{ viewer { userId } }`, codes: [] },
  { title: 'commas', query: `{ viewer { userId ${','.repeat(bytes)} } }`, codes: [] },
  { title: 'lines', query: `{ viewer { userId ${'\r\n'.repeat(bytes / 2)} } }`, codes: [] },
  { title: 'one name', query: `{ ${'a'.repeat(bytes)} }`, codes: ['GRAPHQL_VALIDATION_FAILED'] },
  {
    title: 'one text',
    query: `{ account(id: "${'a'.repeat(bytes)}") { name } }`,
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'one text of escapes',
    query: `{ account(id: "${'\\u0061'.repeat(bytes / 6)}") { name } }`,
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'one block of text',
    query: `{ account(id: """${'  a\n'.repeat(bytes / 4)}""") { name } }`,
    codes: ['BAD_USER_INPUT'],
  },
  {
    title: 'one number',
    query: `{ accounts(first: ${'9'.repeat(bytes)}) { __typename } }`,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    title: 'an open text',
    query: `{ account(id: "${'\\\\'.repeat(bytes / 2)}`,
    codes: ['GRAPHQL_PARSE_FAILED'],
  },
  {
    title: 'an open block of text',
    query: `{ account(id: """${'\\'.repeat(bytes / 2)}`,
    codes: ['GRAPHQL_PARSE_FAILED'],
  },
  { title: 'brackets', query: '{'.repeat(bytes), codes: ['DEPTH_LIMIT_EXCEEDED'] },
  { title: 'dots', query: '.'.repeat(bytes), codes: ['TOKEN_LIMIT_EXCEEDED'] },
  {
    title: 'spreads',
    query: `{ ${'...A '.repeat(bytes / 5)}} fragment A on Query { __typename }`,
    codes: ['TOKEN_LIMIT_EXCEEDED'],
  },
  { title: 'a description', query: `"""${'x'.repeat(bytes)}""" query { viewer { userId } }` },
  { title: 'nulls', query: '\0'.repeat(bytes), codes: ['GRAPHQL_PARSE_FAILED'] },
  {
    title: 'more than 64 KiB',
    query: `${'#\n'.repeat(bytes)}{ viewer { userId } }`,
    codes: ['PAYLOAD_TOO_LARGE'],
  },
];

const description =
  '__schema { types { name kind description fields(includeDeprecated: true) { name description args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } enumValues { name } possibleTypes { name } } }';
const typeFragment =
  'fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

/** The full introspection query of tools. */
export const introspection = `{ ${description} } ${typeFragment}`;

/** Introspection in many forms, and many operations. */
const many: readonly Attack[] = [
  {
    title: 'the schema thirty times',
    query: `{ ${times(30, (index) => `s${index}: ${description}`)} } ${typeFragment}`,
  },
  {
    title: 'the schema ten levels deep',
    query: `{ __schema { types { ${'fields { type { '.repeat(10)}name${' } }'.repeat(10)} } } }`,
    codes: ['DEPTH_LIMIT_EXCEEDED'],
  },
  {
    title: 'a description of types under twenty names',
    query: `{ ${times(25, (index) => `t${index}: __type(name: "Account") { fields { name type { name } args { name type { name } } } }`)} }`,
  },
  {
    title: '260 operations, each of which doubles fragments',
    query: `${times(260, (index) => `query O${index} { ...C0 }`)} ${chain(10, { end: user })}`,
    operationName: 'O259',
    codes: [],
  },
  {
    title: '260 operations, all but one of which cost too much',
    query: `query Cheap { viewer { userId } } ${times(260, (index) => `query O${index} { ...C0 }`)} ${chain(30, { end: user })}`,
    operationName: 'Cheap',
    codes: [],
  },
  {
    title: '260 operations that describe the schema',
    query: `query Cheap { viewer { userId } } ${times(260, (index) => `query O${index} { __schema { types { name } } }`)}`,
    operationName: 'Cheap',
    codes: [],
  },
];

/** Attacks that need only the schema. */
export const hostileDocuments: readonly Attack[] = [
  ...fragments,
  ...merging,
  ...shapes,
  ...large.map((one) => ({ ...one, title: `64 KiB of ${one.title}` })),
  ...many,
];
